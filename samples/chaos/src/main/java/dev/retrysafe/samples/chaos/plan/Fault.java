package dev.retrysafe.samples.chaos.plan;

/**
 * Something that goes wrong.
 *
 * @param atMillis since the start
 * @param kind what
 * @param worker whom it strikes; -1 for the store
 * @param millis for how long
 */
public record Fault(long atMillis, Kind kind, int worker, int millis) {

    /** Kinds of fault. */
    public enum Kind {
        /** SIGKILL to a worker, which is started again. */
        KILL,
        /** SIGSTOP to a worker for longer than its lease, then SIGCONT. */
        PAUSE,
        /** SIGSTOP to the store, then SIGCONT. */
        STALL_STORE,
        /** SIGKILL to the store, which is started again on its data. */
        KILL_STORE,
        /** The store forgets its scripts. */
        FLUSH_SCRIPTS,
        /** SIGKILL to a master, whose replica takes its place. */
        FAIL_OVER,
        /** The store answers late of itself: not brought about, but measured from outside. */
        SLOW_STORE
    }
}
