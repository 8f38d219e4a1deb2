package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.ToolScope;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.tool.Lookup;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settles an operation in doubt as far as its tool allows: asks the lookup first, without a claim; then takes the
 * operation over, if it may be sent again. All that follows is conditional on the fence that was seen.
 */
final class Doubt {

    /** What is being looked up on a thread. Of all engines: a woven call within a lookup may reach another one. */
    private static final ThreadLocal<Set<OperationId>> LOOKING_UP = ThreadLocal.withInitial(HashSet::new);

    private final EffectStore store;

    private final Claims claims;

    private final Outcomes outcomes;

    private final Receipts receipts;

    private final Listeners listeners;

    private final EngineClock clock;

    Doubt(
            EffectStore store,
            Claims claims,
            Outcomes outcomes,
            Receipts receipts,
            Listeners listeners,
            EngineClock clock) {
        this.store = store;
        this.claims = claims;
        this.outcomes = outcomes;
        this.receipts = receipts;
        this.listeners = listeners;
        this.clock = clock;
    }

    /**
     * How a doubt was settled, or not.
     *
     * @param reply what the record says now
     * @param asked a time before the command was sent that it answers
     * @param lookupFailure what the lookup threw; null when it did not
     */
    record Settled(
            ClaimReply reply,
            Attempt.Deadline asked,
            @Nullable Throwable lookupFailure) {}

    /**
     * Settles.
     *
     * @param doubt what the record said, before anything else was asked
     * @throws dev.retrysafe.store.EffectStoreException when the store gave no answer
     * @throws dev.retrysafe.SideEffectRejectedException when the arguments are not those any more that the call began with
     */
    Settled settle(Operation operation, Invocation call, ClaimRequest request, ClaimReply.InDoubt doubt) {
        Decider.LookupAnswer answer = Decider.LookupAnswer.NOT_ASKED;
        Throwable failure = null;
        Attempt.Deadline asked = Attempt.Deadline.now(clock);
        if (operation.tool().recovery().reconcile() != null) {
            operation.confirm(call, CallContext.current(), true);
            try {
                Lookup lookup = lookUp(operation, call, () -> leftOpen(operation, doubt.fence()));
                // What was looked up is what its arguments said in between.
                operation.confirm(call, CallContext.current(), true);
                if (lookup.isFound()) {
                    NewOutcome outcome = outcomes.of(operation, doubt.fence(), call.tool(), lookup.value());
                    return new Settled(commit(operation, request, doubt.fence(), outcome), asked, null);
                }
                answer = Decider.LookupAnswer.ABSENT;
            } catch (LookupFailure e) {
                answer = Decider.LookupAnswer.FAILED;
                failure = e.getCause();
                listeners.incident(
                        Incident.Kind.LOOKUP_FAILED, operation, doubt.fence(), "the lookup tells nothing", failure);
            }
        }
        Takeover takeover = Decider.takeover(doubt, operation.tool(), answer);
        if (takeover == null) {
            return new Settled(doubt, asked, failure);
        }
        // Read before the command is sent: the lookup may have taken any time.
        asked = Attempt.Deadline.now(clock);
        return new Settled(claims.takeOver(request, takeover), asked, failure);
    }

    /** Whether a lookup of this operation runs on this thread: it would call itself for ever. */
    boolean isLookingUp(Operation operation) {
        return LOOKING_UP.get().contains(operation.id());
    }

    /** The caller's context is there; no running tool is, whose keys the lookup's requests could take. */
    private static Lookup lookUp(Operation operation, Invocation call, Runnable leftOpen) throws LookupFailure {
        Set<OperationId> lookingUp = LOOKING_UP.get();
        lookingUp.add(operation.id());
        try (ToolScope.Scope scope = ToolScope.enclose(null, leftOpen)) {
            return call.tool().lookUp(call.target(), call.arguments(), operation.downstreamKey(null));
        } catch (Throwable t) {
            if (t instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new LookupFailure(t);
        } finally {
            lookingUp.remove(operation.id());
            if (lookingUp.isEmpty()) {
                LOOKING_UP.remove();
            }
        }
    }

    private void leftOpen(Operation operation, long fence) {
        listeners.incident(
                Incident.Kind.SCOPE_LEFT_OPEN,
                operation,
                fence,
                "its lookup left a ToolScope or a CallContext open; it was closed",
                null);
    }

    private ClaimReply commit(Operation operation, ClaimRequest request, long fence, NewOutcome outcome) {
        CommitReply reply = store.found(request, fence, outcome);
        if (reply instanceof CommitReply.Stored stored) {
            if (stored.recordWasLost()) {
                listeners.incident(
                        Incident.Kind.RECORD_LOST,
                        operation,
                        fence,
                        "found missing when the lookup had found the effect, and written again",
                        null);
            }
            return new ClaimReply.Committed(stored.outcome());
        }
        if (reply instanceof CommitReply.AlreadyCommitted earlier) {
            receipts.difference(operation, fence, outcome, earlier);
            return new ClaimReply.Committed(earlier.outcome());
        }
        CommitReply.Refused refused = (CommitReply.Refused) reply;
        listeners.incident(
                Incident.Kind.COMMIT_REFUSED,
                operation,
                fence,
                "the lookup found " + Receipts.quoted(outcome.remoteId()) + ", while the record came to be "
                        + refused.state() + " at fence " + refused.fence(),
                null);
        return store.look(request);
    }

    /** Tells what the lookup threw from what the store throws. */
    private static final class LookupFailure extends Exception {

        private static final long serialVersionUID = 1L;

        private LookupFailure(Throwable cause) {
            super(cause);
        }
    }
}
