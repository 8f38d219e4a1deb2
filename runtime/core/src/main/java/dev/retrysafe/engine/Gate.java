package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.Token;
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

    private final Committer committer;

    Gate(EffectStore store, EngineSettings settings, EngineClock clock, Results results, Committer committer) {
        this.store = store;
        this.settings = settings;
        this.clock = clock;
        this.results = results;
        this.waiter = new Waiter(store, clock);
        this.committer = committer;
    }

    /**
     * Admits a call.
     *
     * @param actor who asks
     * @param report told the operation as soon as it is known
     * @throws SideEffectException when the call is refused
     */
    Admission admit(Invocation call, @Nullable CallContext context, String actor, CallReport report) {
        Operation operation = Operation.of(settings.namespace(), call, context);
        report.about(operation);
        check(operation, call);
        ClaimRequest request = request(operation, context, actor);
        Attempt.Deadline deadline = Attempt.Deadline.after(clock, request.lease());
        Step step = ask(operation, request);
        if (step instanceof Step.Execute execute) {
            return enter(new Attempt(operation, new Claim(request, execute.fence()), call, clock, deadline));
        }
        if (step instanceof Step.Replay replay) {
            return new Admission.Answered(operation, replay.outcome());
        }
        throw refusal(operation, request, step);
    }

    private void check(Operation operation, Invocation call) {
        if (ToolScope.running(operation.key()) instanceof Attempt running
                && running.operation().id().equals(operation.id())) {
            throw Answers.selfCall(operation);
        }
        Obstacle obstacle = obstacle(call.tool());
        if (obstacle != null) {
            throw Answers.rejected(operation, obstacle.code(), obstacle.why());
        }
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
    }

    private @Nullable Obstacle obstacle(ToolMethod tool) {
        if (!results.canKeep(tool)) {
            return new Obstacle(
                    RefusalCode.NO_RESULT_CODEC,
                    "its result is to be stored for replays and no JSON library is on the class path. Add"
                            + " tools.jackson.core:jackson-databind (or com.fasterxml.jackson.core:jackson-databind), give"
                            + " the engine a ResultCodec, or declare @SideEffect(storeResult = false)");
        }
        if (tool.definition().mutation() == Mutation.LOCAL_TRANSACTION && !store.supportsLocalTransaction()) {
            return new Obstacle(
                    RefusalCode.UNSUPPORTED_BY_STORE,
                    "it is declared LOCAL_TRANSACTION and the " + store.kind()
                            + " store is not the database of its effect, so the two cannot commit together. Use a"
                            + " store on that database, or another class of mutation");
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
                settings.lease(tool),
                settings.ttl(tool),
                context == null ? null : context.issuedAt());
    }

    /** One question; for a live owner a wait, then what the store then says. */
    private Step ask(Operation operation, ClaimRequest request) {
        Duration waitAtMost = settings.waitAtMost(operation.tool());
        try {
            Step step = decide(claim(operation, request), operation, !waitAtMost.isZero());
            return step instanceof Step.Wait wait
                    ? decide(waiter.await(request, wait.leaseLeft(), waitAtMost), operation, false)
                    : step;
        } catch (EffectStoreException e) {
            throw Answers.notClaimed(operation, e);
        }
    }

    private static Step decide(ClaimReply reply, Operation operation, boolean mayWait) {
        return Decider.decide(reply, operation.fingerprint(), operation.tool().definitionHash(), mayWait);
    }

    /** A claim whose answer never came may exist, or come to exist: it is taken back, and the method not entered. */
    private ClaimReply claim(Operation operation, ClaimRequest request) {
        try {
            return store.claim(request);
        } catch (EffectStoreException e) {
            if (e.reason() == EffectStoreException.Reason.UNAVAILABLE) {
                committer.inBackground(
                        "take back the claim of " + operation.key(),
                        () -> store.release(new Claim(request, 0)),
                        reply -> {});
            }
            throw e;
        }
    }

    /** An owner that was paused between its claim and here gives the claim back: others may act on it by now. */
    private Admission enter(Attempt attempt) {
        if (attempt.maySend()) {
            return new Admission.Enter(attempt);
        }
        committer.inBackground(
                "release " + attempt.key() + " unused", () -> store.release(attempt.claim()), reply -> {});
        throw Answers.claimTooLate(attempt.operation());
    }

    private static SideEffectException refusal(Operation operation, ClaimRequest request, Step step) {
        if (step instanceof Step.Conflict conflict) {
            return Answers.conflict(operation, conflict.conflict());
        }
        if (step instanceof Step.InProgress running) {
            return Answers.inProgress(operation, running.retryAfter());
        }
        if (step instanceof Step.InDoubt inDoubt) {
            return Answers.inDoubt(operation, inDoubt.record());
        }
        if (step instanceof Step.Untimely untimely) {
            return Answers.untimely(operation, request.issuedAt(), untimely.storeTime());
        }
        throw new IllegalStateException("no refusal for " + step);
    }
}
