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
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gathers what is known of one call and tells those who want to know: listeners once, at the end; observers live. */
final class CallReport implements ToolScope.Seen {

    private final EngineClock clock;

    private final CallObserver observer;

    private final String tool;

    private final String actor;

    private final long startNanos;

    private volatile @Nullable Operation operation;

    private volatile long entered = Markers.now();

    private volatile Decision decision = Decision.REJECTED;

    private volatile @Nullable CommitReceipt receipt;

    private volatile @Nullable Instant expiresAt;

    CallReport(EngineClock clock, CallObserver observer, String tool, String actor) {
        this.clock = clock;
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

    /** The method is about to be entered. */
    void entering() {
        entered = Markers.now();
    }

    /** Before the method was entered, in the order of {@link Markers}. */
    long entered() {
        return entered;
    }

    void decided(Decision made) {
        decision = made;
    }

    /** A stored outcome is known, this call's or an earlier one's. */
    void outcome(CommitReceipt known, StoredOutcome outcome) {
        receipt = known;
        expiresAt = outcome.expiresAt();
    }

    /** The call goes back to its caller: tells {@code SideEffects.observe} on this thread, and the listeners. */
    void returned() {
        observer.returned();
        if (operation != null) {
            ToolScope.report(this);
        }
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
        tell(refusal instanceof SideEffectConflictException c ? c.conflict() : null, refusal);
    }

    private void tell(@Nullable EffectConflict conflict, @Nullable Throwable failure) {
        Operation known = operation;
        observer.finished(new CallFinished(
                tool,
                actor,
                known == null ? null : known.key(),
                known == null ? null : known.fingerprint(),
                decision,
                receipt,
                conflict,
                failure,
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
        Operation known = Objects.requireNonNull(operation);
        return new EffectEnvelope(known.key(), known.fingerprint(), tool, actor, expiresAt);
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
