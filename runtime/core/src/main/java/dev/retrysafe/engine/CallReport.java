package dev.retrysafe.engine;

import dev.retrysafe.CommitReceipt;
import dev.retrysafe.Decision;
import dev.retrysafe.EffectConflict;
import dev.retrysafe.EffectEnvelope;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.tool.ToolMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gathers what is known of one call and tells those who want to know: listeners once, at the end; observers live. */
final class CallReport implements ToolScope.Seen {

    private final EngineClock clock;

    private final CallObserver observer;

    private final Results results;

    private final ToolMethod tool;

    private final String actor;

    private final long startNanos;

    private volatile @Nullable Operation operation;

    private volatile Decision decision = Decision.REJECTED;

    private volatile @Nullable SideEffectException said;

    private volatile @Nullable Throwable failure;

    private volatile @Nullable Throwable methodFailure;

    private volatile boolean ended;

    private volatile @Nullable CommitReceipt receipt;

    private volatile @Nullable Instant expiresAt;

    CallReport(EngineClock clock, Results results, CallObserver observer, ToolMethod tool, String actor) {
        this.clock = clock;
        this.results = results;
        this.observer = observer;
        this.tool = tool;
        this.actor = actor;
        this.startNanos = clock.nanoTime();
    }

    String actor() {
        return actor;
    }

    /** Key and fingerprint are known: from here on the call can be observed. */
    void about(Operation known) {
        operation = known;
    }

    /**
     * This call's own attempt ended in doubt.
     *
     * @param doubt what the protocol says of it
     * @param thrown what the method threw; null where it returned
     */
    void endedInDoubt(SideEffectException doubt, @Nullable Throwable thrown) {
        decision = Decision.IN_DOUBT;
        said = doubt;
        methodFailure = thrown;
    }

    void decided(Decision made) {
        decision = made;
    }

    /** A stored outcome is known, this call's or an earlier one's. */
    void outcome(CommitReceipt known, StoredOutcome outcome) {
        receipt = known;
        expiresAt = outcome.expiresAt();
    }

    /** The call goes back to its caller: tells who observes it on this thread, and the listeners. */
    void returned() {
        observer.returned();
        ToolScope.report(this);
    }

    /** The call ended with a result. */
    void finished() {
        tell(null, null);
    }

    /** The call ended with a failure of the method's own, perhaps one that a nested tool's refusal caused. */
    void threw(Throwable failure) {
        tell(null, failure);
    }

    /** The call ended with a failure of the protocol. */
    void refused(SideEffectException refusal) {
        decision = refusal.decision();
        if (said == null) {
            said = refusal;
        }
        tell(refusal instanceof SideEffectConflictException c ? c.conflict() : null, refusal);
    }

    private void tell(@Nullable EffectConflict conflict, @Nullable Throwable told) {
        Operation known = operation;
        failure = told;
        ended = true;
        observer.finished(new CallFinished(
                name(),
                actor,
                known == null ? null : known.key(),
                known == null ? null : known.fingerprint(),
                decision,
                receipt,
                conflict,
                told,
                Duration.ofNanos(Math.max(0, clock.nanoTime() - startNanos))));
    }

    @Override
    public Decision decision() {
        return decision;
    }

    @Override
    public @Nullable CommitReceipt receipt() {
        return receipt;
    }

    @Override
    public EffectEnvelope envelope() {
        Operation known = operation;
        if (known == null) {
            throw new IllegalStateException("the call of " + name() + " was refused before its key was known");
        }
        return new EffectEnvelope(known.key(), known.fingerprint(), name(), actor, expiresAt);
    }

    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public @Nullable SideEffectException said() {
        Operation known = operation;
        return ended || known == null ? said : Answers.goesOn(known);
    }

    @Override
    public @Nullable Throwable methodFailure() {
        return methodFailure;
    }

    @Override
    public @Nullable Object jsonReady(Object value) {
        return results.jsonReady(tool, value);
    }

    private String name() {
        return tool.definition().tool();
    }

    /** What the call is answered with. */
    interface Answering {
        @Nullable
        Object answer() throws Throwable;
    }

    /**
     * Ends the call, and tells how.
     *
     * @return what it is answered with
     * @throws Throwable what the answering throws
     */
    @Nullable
    Object answering(Answering answering) throws Throwable {
        Object answer;
        try {
            answer = answering.answer();
        } catch (SideEffectException refusal) {
            refused(refusal);
            throw refusal;
        } catch (Throwable t) {
            threw(t);
            throw t;
        }
        finished();
        return answer;
    }

    /**
     * Takes a step of the call, and tells what it throws.
     *
     * @return what the step returns
     */
    <T extends @Nullable Object> T reporting(Supplier<T> step) {
        try {
            return step.get();
        } catch (SideEffectException refusal) {
            refused(refusal);
            throw refusal;
        } catch (RuntimeException | Error e) {
            threw(e);
            throw e;
        }
    }
}
