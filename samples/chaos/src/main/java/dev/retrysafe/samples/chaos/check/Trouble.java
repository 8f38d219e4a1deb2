package dev.retrysafe.samples.chaos.check;

import dev.retrysafe.samples.chaos.plan.Fault;

/**
 * A fault that really struck, or a process that stood still of itself, which counts as a pause of it; likewise a slow store.
 *
 * @param kind what
 * @param target the worker's process that it struck; {@code store}
 * @param from before it began, microseconds
 * @param to after it had ended, microseconds
 */
public record Trouble(Fault.Kind kind, String target, long from, long to) {

    boolean isOfStore() {
        return switch (kind) {
            case STALL_STORE, KILL_STORE, FAIL_OVER, SLOW_STORE -> true;
            // Scripts that the store has forgotten are loaded again, and nobody may notice.
            case FLUSH_SCRIPTS, KILL, PAUSE -> false;
        };
    }

    boolean overlaps(long begin, long end) {
        return from <= end && to >= begin;
    }
}
