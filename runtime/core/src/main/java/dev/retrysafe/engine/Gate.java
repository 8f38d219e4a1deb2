package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.LocalTransactions;
import dev.retrysafe.store.Token;
import dev.retrysafe.tool.ToolDefinition;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Where calls come in: refuses what cannot be served, and says how the others ask the store. */
final class Gate {

    private static final int LONGEST_OWNER = 200;

    private static final String PROCESS = " (process " + ProcessHandle.current().pid() + ")";

    /** Each keeps one of the application's connections, of which pools have ten by default. */
    private static final int MOST_WAITS_AT_ROWS = 3;

    private final EffectStore store;

    private final EngineSettings settings;

    private final EngineClock clock;

    private final ToolChecks checks;

    private final Flights flights;

    private final Claims claims;

    private final Doubt doubt;

    private final Semaphore rows = new Semaphore(MOST_WAITS_AT_ROWS);

    Gate(
            EffectStore store,
            EngineSettings settings,
            EngineClock clock,
            ToolChecks checks,
            Flights flights,
            Claims claims,
            Doubt doubt) {
        this.store = store;
        this.settings = settings;
        this.clock = clock;
        this.checks = checks;
        this.flights = flights;
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
        Operation operation = Operation.of(settings.namespace(), settings.tenantArgument(), call, context);
        report.about(operation);
        return operation;
    }

    /**
     * Lets a call ask the store. Asks nobody yet.
     *
     * @param actor who asks
     * @throws SideEffectException when the call is refused
     */
    Asking asking(Operation operation, Invocation call, @Nullable CallContext context, String actor) {
        check(operation, call);
        ClaimRequest request = request(operation, context, actor);
        Duration waitAtMost = settings.waitAtMost(operation.tool());
        LocalTransactions transactions = store.localTransactions();
        return ToolChecks.isLocal(operation.tool()) && transactions != null
                ? new AskingLocally(operation, call, request, flights, clock, waitAtMost, transactions, rows)
                : new AskingStore(operation, call, request, flights, clock, waitAtMost, claims, doubt);
    }

    private void check(Operation operation, Invocation call) {
        if (isWithinItself(operation)) {
            throw Answers.selfCall(operation);
        }
        if (doubt.isLookingUp(operation)) {
            throw Answers.calledByItsLookup(operation);
        }
        if (call.callersTransaction(null) == CallersTransaction.JOINED) {
            throw TransactionRule.joins(operation);
        }
        ToolChecks.Obstacle obstacle = checks.obstacle(call.tool());
        if (obstacle != null) {
            throw Answers.rejected(operation, obstacle.code(), obstacle.why());
        }
    }

    /** On this thread, or on one that waits for it. What an attempt left behind when it ended is a call of its own. */
    private static boolean isWithinItself(Operation operation) {
        return (ToolScope.running(operation.key()) instanceof Attempt running && running.isWithin(operation.id()))
                || (ToolScope.current() instanceof Attempt current && current.isWithin(operation.id()));
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
                ToolChecks.isLocal(tool) ? settings.runAtMost(tool) : settings.lease(tool),
                settings.ttl(tool),
                settings.maxRequestAge(tool),
                context == null ? null : context.issuedAt());
    }
}
