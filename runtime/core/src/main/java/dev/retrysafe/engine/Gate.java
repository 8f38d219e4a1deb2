package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.LocalTransaction;
import dev.retrysafe.store.LocalTransactions;
import dev.retrysafe.store.Token;
import dev.retrysafe.tool.Completion;
import dev.retrysafe.tool.RecoveryPlan;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolDefinitionException;
import dev.retrysafe.tool.ToolMethod;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decides, with the store, whether a call enters its method, is answered, or is refused. */
final class Gate {

    private static final int LONGEST_OWNER = 200;

    private static final String PROCESS = " (process " + ProcessHandle.current().pid() + ")";

    private final EffectStore store;

    private final EngineSettings settings;

    private final EngineClock clock;

    private final Results results;

    private final Waiter waiter;

    private final Claims claims;

    private final Doubt doubt;

    Gate(EffectStore store, EngineSettings settings, EngineClock clock, Results results, Claims claims, Doubt doubt) {
        this.store = store;
        this.settings = settings;
        this.clock = clock;
        this.results = results;
        this.waiter = new Waiter(store, clock);
        this.claims = claims;
        this.doubt = doubt;
    }

    /**
     * Names a call's operation, from its arguments and its context. Asks nobody.
     *
     * @param report told the operation
     * @throws SideEffectException when the call is refused
     */
    Operation operation(Invocation call, @Nullable CallContext context, CallReport report) {
        Operation operation = Operation.of(settings.namespace(), call, context);
        report.about(operation);
        return operation;
    }

    /**
     * Admits a call.
     *
     * @param actor who asks
     * @throws SideEffectException when the call is refused
     */
    Admission admit(Operation operation, Invocation call, @Nullable CallContext context, String actor) {
        check(operation, call);
        ClaimRequest request = request(operation, context, actor);
        LocalTransactions transactions = store.localTransactions();
        if (isLocal(operation.tool()) && transactions != null) {
            return admitLocally(operation, call, request, transactions);
        }
        Asked asked = ask(operation, call, request);
        if (asked.step() instanceof Step.Execute execute) {
            return enter(new Attempt(operation, request, execute, call, clock, asked.at()));
        }
        if (asked.step() instanceof Step.Replay replay) {
            return new Admission.Answered(operation, replay.outcome());
        }
        throw refusal(operation, request, asked);
    }

    /**
     * In a transaction that stays open where the operation is claimed. There is nothing to wait for any more, since
     * another transaction was waited for at its row, and nothing to settle: such an attempt cannot come into doubt.
     */
    private Admission admitLocally(
            Operation operation, Invocation call, ClaimRequest request, LocalTransactions transactions) {
        Attempt.Deadline at = Attempt.Deadline.now(clock);
        LocalTransaction transaction;
        try {
            transaction = transactions.claim(request, settings.waitAtMost(operation.tool()));
        } catch (EffectStoreException e) {
            throw Answers.notClaimed(operation, e);
        }
        Step step = decide(transaction.reply(), operation, false);
        if (step instanceof Step.Execute execute) {
            return new Admission.EnterLocally(
                    new Attempt(operation, request, execute, call, clock, at), transactions, transaction);
        }
        transaction.close();
        if (step instanceof Step.Replay replay) {
            return new Admission.Answered(operation, replay.outcome());
        }
        throw refusal(operation, request, new Asked(step, at, null));
    }

    private static boolean isLocal(ToolDefinition tool) {
        return tool.mutation() == Mutation.LOCAL_TRANSACTION;
    }

    private void check(Operation operation, Invocation call) {
        if (isWithinItself(operation)) {
            throw Answers.selfCall(operation);
        }
        if (doubt.isLookingUp(operation)) {
            throw Answers.calledByItsLookup(operation);
        }
        Obstacle obstacle = obstacle(call.tool());
        if (obstacle != null) {
            throw Answers.rejected(operation, obstacle.code(), obstacle.why());
        }
    }

    /** On this thread, or on one that waits for it. What an attempt left behind when it ended is a call of its own. */
    private static boolean isWithinItself(Operation operation) {
        return (ToolScope.running(operation.key()) instanceof Attempt running && running.isWithin(operation.id()))
                || (ToolScope.current() instanceof Attempt current && current.isWithin(operation.id()));
    }

    /** Why no call of a tool can be served, as long as engine and tool stay as they are. */
    private record Obstacle(RefusalCode code, String why) {}

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

    private @Nullable Obstacle obstacle(ToolMethod tool) {
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
        if (ttl.compareTo(waitAtMost) < 0) {
            return new Obstacle(
                    RefusalCode.TTL_SHORTER_THAN_WAIT,
                    "its receipts expire after a ttl of " + ttl + ", while a caller waits for one up to " + waitAtMost
                            + ", so that a waiter could find it expired and cause the effect again. Give the tool a longer"
                            + " ttl, or a shorter wait-at-most");
        }
        return null;
    }

    private ClaimRequest request(Operation operation, @Nullable CallContext context, String actor) {
        ToolDefinition tool = operation.tool();
        String owner = actor + PROCESS;
        return new ClaimRequest(
                operation.id(),
                Token.fresh(),
                operation.fingerprint(),
                tool.definitionHash(),
                tool.mutation(),
                owner.substring(Math.max(0, owner.length() - LONGEST_OWNER)),
                // Within its transaction nobody sees a lease, and nobody could renew it.
                isLocal(tool) ? settings.runAtMost(tool) : settings.lease(tool),
                settings.ttl(tool),
                context == null ? null : context.issuedAt());
    }

    /**
     * What the store's answers lead to.
     *
     * @param at a time before the command was sent that the step rests on
     * @param lookupFailure what the lookup of an effect in doubt threw; null when it did not
     */
    private record Asked(
            Step step, Attempt.Deadline at, @Nullable Throwable lookupFailure) {}

    /**
     * One question; for a live owner a wait, then what the store then says. A doubt is settled where the tool allows it,
     * once: a call that is overtaken in that answers what it then finds, so that those who wait for a failing tool do not
     * all run it, one after the other.
     */
    private Asked ask(Operation operation, Invocation call, ClaimRequest request) {
        Duration waitAtMost = settings.waitAtMost(operation.tool());
        try {
            Attempt.Deadline at = Attempt.Deadline.now(clock);
            Step first = decide(claims.claim(request), operation, !waitAtMost.isZero());
            Step step = afterWaiting(first, operation, request, waitAtMost);
            if (!(step instanceof Step.InDoubt inDoubt)) {
                return new Asked(step, at, null);
            }
            Doubt.Settled settled = doubt.settle(operation, call, request, inDoubt.record());
            boolean mayWait = !waitAtMost.isZero() && !(first instanceof Step.Wait);
            step = afterWaiting(decide(settled.reply(), operation, mayWait), operation, request, waitAtMost);
            return new Asked(step, settled.asked(), settled.lookupFailure());
        } catch (EffectStoreException e) {
            throw Answers.notClaimed(operation, e);
        }
    }

    private Step afterWaiting(Step step, Operation operation, ClaimRequest request, Duration waitAtMost) {
        return step instanceof Step.Wait wait
                ? decide(waiter.await(request, wait.leaseLeft(), waitAtMost), operation, false)
                : step;
    }

    private static Step decide(ClaimReply reply, Operation operation, boolean mayWait) {
        return Decider.decide(reply, operation.fingerprint(), operation.tool().definitionHash(), mayWait);
    }

    /** An owner that was paused between its claim and here gives the claim back: others may act on it by now. */
    private Admission enter(Attempt attempt) {
        if (attempt.maySend()) {
            return new Admission.Enter(attempt);
        }
        claims.giveBack(attempt);
        throw Answers.claimTooLate(attempt.operation());
    }

    private static SideEffectException refusal(Operation operation, ClaimRequest request, Asked asked) {
        Step step = asked.step();
        if (step instanceof Step.Conflict conflict) {
            return Answers.conflict(operation, conflict.conflict());
        }
        if (step instanceof Step.InProgress running) {
            return Answers.inProgress(operation, running.retryAfter());
        }
        if (step instanceof Step.InDoubt inDoubt) {
            return Answers.inDoubt(operation, inDoubt.record(), asked.lookupFailure());
        }
        if (step instanceof Step.Untimely untimely) {
            return Answers.untimely(operation, request.issuedAt(), untimely.storeTime());
        }
        throw new IllegalStateException("no refusal for " + step);
    }
}
