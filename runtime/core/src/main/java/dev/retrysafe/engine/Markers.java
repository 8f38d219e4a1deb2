package dev.retrysafe.engine;

import dev.retrysafe.SideEffectException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The doubts that hang on what methods threw, among its suppressed exceptions. An exception object may be thrown by many
 * calls (a constant, say), so one may find another's there, even another tenant's: one that was hung up before a call's
 * method was entered says nothing of this call.
 */
final class Markers {

    /** One exception object must not grow with each call. */
    private static final int MOST_SUPPRESSED = 16;

    private static final AtomicLong LAST = new AtomicLong();

    /** When each was hung up, in an order of all engines. */
    private static final Map<Throwable, Long> HUNG_UP = Collections.synchronizedMap(new WeakHashMap<>());

    private Markers() {}

    /** The present, in the order in which markers are hung up. */
    static long now() {
        return LAST.get();
    }

    /** Whether it is a marker that was hung up before that. */
    static boolean isEarlier(Throwable suppressed, long than) {
        Long at = HUNG_UP.get(suppressed);
        return at != null && at <= than;
    }

    /**
     * Hangs a marker on what a call's method threw.
     *
     * @param entered before the method was entered
     * @return whether it hangs there, with none of another call's that was there before
     */
    static boolean hang(SideEffectException marker, Throwable thrown, long entered) {
        Throwable[] there = thrown.getSuppressed();
        if (there.length >= MOST_SUPPRESSED) {
            return false;
        }
        for (Throwable suppressed : there) {
            if (isEarlier(suppressed, entered)) {
                return false;
            }
        }
        HUNG_UP.put(marker, LAST.incrementAndGet());
        thrown.addSuppressed(marker);
        for (Throwable suppressed : thrown.getSuppressed()) {
            if (suppressed == marker) {
                return true;
            }
        }
        return false;
    }
}
