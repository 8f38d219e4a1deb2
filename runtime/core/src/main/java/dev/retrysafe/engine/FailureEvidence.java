package dev.retrysafe.engine;

import dev.retrysafe.NoEffect;
import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** What a failure of a tool's method says about its effect. What is not proved is in doubt. */
final class FailureEvidence {

    /** Causes may form a circle, and many exceptions may hang on one. */
    private static final int MOST_LOOKED_AT = 100;

    private FailureEvidence() {}

    /**
     * Whether a nested tool has to do with this failure, or may have: its refusal is behind it, as a cause or suppressed; or
     * its effect may be there with nobody knowing, whatever was thrown then. Such a failure says nothing about what the outer
     * tool has done, and the outer one's own declarations do not speak of it.
     */
    static boolean isOfNested(Attempt attempt, Throwable thrown) {
        return attempt.leavesNestedDoubt() || mayBe(thrown, t -> t instanceof SideEffectException);
    }

    /**
     * Whether it proves that nothing happened. For an attempt whose requests are witnessed this ends the sending: from
     * here on nothing of it may leave.
     *
     * @param thrown none that a nested tool has to do with
     */
    static boolean provesNoEffect(Attempt attempt, Throwable thrown) {
        boolean nothingSent = attempt.sendsNoMore();
        return thrown instanceof NoEffect
                || attempt.operation().tool().noEffect().stream().anyMatch(type -> type.isInstance(thrown))
                || (attempt.operation().tool().witnessed() && nothingSent && !mayStillBeAtWork(thrown));
    }

    /**
     * Whether all that it tells of is that the tool called itself and was refused, by an attempt whose requests are
     * witnessed and that sent none. Nothing that its tool declares of failures speaks of that.
     */
    static boolean provesOnlyARefusal(Attempt attempt, Throwable thrown) {
        boolean nothingSent = attempt.sendsNoMore();
        return attempt.operation().tool().witnessed()
                && nothingSent
                && !attempt.leavesNestedDoubt()
                && !mayStillBeAtWork(thrown)
                && !mayBe(
                        thrown,
                        t -> t instanceof SideEffectException refusal && !isSelfCall(refusal, attempt.operation()));
    }

    private static boolean isSelfCall(SideEffectException refusal, Operation operation) {
        return refusal.code().equals(RefusalCode.SELF_CALL.code())
                && refusal.tool().equals(operation.tool().tool())
                && operation.key().equals(refusal.key());
    }

    /**
     * An error may have struck the witness too. Whoever was interrupted, cancelled or tired of waiting may have left work
     * behind that goes on.
     */
    private static boolean mayStillBeAtWork(Throwable thrown) {
        return Thread.currentThread().isInterrupted()
                || mayBe(
                        thrown,
                        t -> t instanceof Error
                                || t instanceof InterruptedException
                                || t instanceof CancellationException
                                || t instanceof TimeoutException
                                || t instanceof ClosedByInterruptException
                                || (t instanceof InterruptedIOException && !(t instanceof SocketTimeoutException)));
    }

    /**
     * Whether one like this is behind it, or may be: where there are too many to look at them all, or one cannot be asked
     * for its cause, nobody knows. Both uses rest on there being none.
     */
    private static boolean mayBe(Throwable thrown, Predicate<Throwable> like) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> next = new ArrayDeque<>();
        next.add(thrown);
        while (!next.isEmpty()) {
            Throwable t = next.remove();
            if (!seen.add(t)) {
                continue;
            }
            if (seen.size() > MOST_LOOKED_AT || like.test(t)) {
                return true;
            }
            try {
                Throwable cause = t.getCause();
                if (cause != null) {
                    next.add(cause);
                }
            } catch (Throwable unreadable) {
                return true;
            }
            Collections.addAll(next, t.getSuppressed());
        }
        return false;
    }
}
