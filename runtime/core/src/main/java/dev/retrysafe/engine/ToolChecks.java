package dev.retrysafe.engine;

import dev.retrysafe.RefusalCode;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.LocalTransactions;
import dev.retrysafe.tool.Completion;
import dev.retrysafe.tool.RecoveryPlan;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolDefinitionException;
import dev.retrysafe.tool.ToolMethod;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Finds tools that engine and store cannot serve: at start-up, and again at their calls. */
final class ToolChecks {

    private final EffectStore store;

    private final EngineSettings settings;

    private final Results results;

    ToolChecks(EffectStore store, EngineSettings settings, Results results) {
        this.store = store;
        this.settings = settings;
        this.results = results;
    }

    /** Why no call of a tool can be served, as long as engine and tool stay as they are. */
    record Obstacle(RefusalCode code, String why) {}

    /**
     * Checks a tool when an application starts.
     *
     * @throws ToolDefinitionException when every call of it would be refused
     */
    void check(ToolMethod tool) {
        Obstacle obstacle = obstacle(tool);
        if (obstacle != null) {
            throw new ToolDefinitionException(
                    obstacle.code().code(),
                    "every call of the tool \"" + tool.definition().tool() + "\" ("
                            + tool.definition().declaringType() + "."
                            + tool.definition().methodName()
                            + ") would be refused, because " + obstacle.why() + ".");
        }
        LocalTransactions transactions = store.localTransactions();
        if (isLocal(tool.definition()) && transactions != null) {
            checkTransactions(tool.definition(), transactions);
        }
    }

    private static void checkTransactions(ToolDefinition tool, LocalTransactions transactions) {
        try {
            transactions.check();
        } catch (IllegalStateException e) {
            throw new ToolDefinitionException(
                    RefusalCode.UNSUPPORTED_BY_STORE.code(),
                    "the tool \"" + tool.tool() + "\" (" + tool.declaringType() + "." + tool.methodName()
                            + ") is declared LOCAL_TRANSACTION, and " + e.getMessage());
        }
    }

    /** Why every call of a tool is refused; null where calls are served. */
    @Nullable
    Obstacle obstacle(ToolMethod tool) {
        if (!results.canKeep(tool)) {
            return new Obstacle(
                    RefusalCode.NO_RESULT_CODEC,
                    "its result is to be stored for replays and no JSON library is on the class path. Add"
                            + " tools.jackson.core:jackson-databind (or com.fasterxml.jackson.core:jackson-databind), give"
                            + " the engine a ResultCodec, or declare @SideEffect(storeResult = false)");
        }
        if (isLocal(tool.definition()) && store.localTransactions() == null) {
            return new Obstacle(
                    RefusalCode.UNSUPPORTED_BY_STORE,
                    "it is declared LOCAL_TRANSACTION and the " + store.kind()
                            + " store is not the database of its effect, so the two cannot commit together. Use a"
                            + " store on that database, or another class of mutation");
        }
        if (isLocal(tool.definition()) && tool.definition().completion() != Completion.RETURN) {
            return new Obstacle(
                    RefusalCode.UNSUPPORTED_BY_STORE,
                    "it is declared LOCAL_TRANSACTION and returns what completes later, while a transaction belongs to the"
                            + " thread that began it. Return the value itself, or declare another class of mutation");
        }
        if (!tool.definition().recovery().equals(RecoveryPlan.NONE) && !store.supportsRecovery()) {
            return new Obstacle(
                    RefusalCode.UNSUPPORTED_BY_STORE,
                    "it declares a recovery, and the " + store.kind()
                            + " store cannot settle what is in doubt. Use another store, or leave the recovery out, so"
                            + " that a person settles it");
        }
        Duration ttl = settings.ttl(tool.definition());
        Duration waitAtMost = settings.waitAtMost(tool.definition());
        Duration maxRequestAge = settings.maxRequestAge(tool.definition());
        if (ttl.compareTo(maxRequestAge) < 0) {
            return new Obstacle(
                    RefusalCode.TTL_SHORTER_THAN_AGE,
                    "its receipts expire after a ttl of " + ttl + ", while a request may be up to " + maxRequestAge
                            + " old, so that one could come when its receipt has expired and cause the effect again. Give"
                            + " the tool a longer ttl, or a shorter max-request-age");
        }
        if (ttl.compareTo(waitAtMost) < 0) {
            return new Obstacle(
                    RefusalCode.TTL_SHORTER_THAN_WAIT,
                    "its receipts expire after a ttl of " + ttl + ", while a caller waits for one up to " + waitAtMost
                            + ", so that a waiter could find it expired and cause the effect again. Give the tool a longer"
                            + " ttl, or a shorter wait-at-most");
        }
        return null;
    }

    /** Whether its claim, its method and its receipt are one transaction. */
    static boolean isLocal(ToolDefinition tool) {
        return tool.mutation() == Mutation.LOCAL_TRANSACTION;
    }
}
