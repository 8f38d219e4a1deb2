package dev.retrysafe.engine;

import java.time.Instant;

/**
 * The clocks by which an owner measures its own lease. They decide nothing about others: that is the store's clock.
 * Both are read, because a monotonic clock may stop while a machine sleeps and a wall clock may be set.
 */
public interface EngineClock {

    /** The system's clocks. */
    EngineClock SYSTEM = new EngineClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Instant wallTime() {
            return Instant.now();
        }
    };

    /**
     * The monotonic clock, as {@link System#nanoTime()}.
     *
     * @return nanoseconds from an arbitrary origin
     */
    long nanoTime();

    /**
     * The wall clock.
     *
     * @return the time
     */
    Instant wallTime();
}
