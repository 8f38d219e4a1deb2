package dev.retrysafe.samples.chaos.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws the faults of a campaign. */
public final class Schedule {

    /** Workers are up by then. */
    private static final int FIRST_MILLIS = 2_500;

    private static final int AWAKE_MILLIS = 1_500;

    private final Dice dice;

    private final int millis;

    private final int workers;

    private final List<Fault> faults = new ArrayList<>();

    private Schedule(Plan plan) {
        dice = new Dice(plan.seed());
        millis = plan.seconds() * 1000;
        workers = plan.workers();
    }

    /**
     * Draws them.
     *
     * @param plan the campaign
     * @param ofStore what may happen to its store
     * @return by time; none begins after the plan's seconds
     */
    public static List<Fault> of(Plan plan, List<Fault.Kind> ofStore) {
        Schedule schedule = new Schedule(plan);
        schedule.kills();
        schedule.pauses();
        schedule.store(ofStore);
        schedule.faults.sort(Comparator.comparingLong(Fault::atMillis));
        return schedule.faults;
    }

    private void kills() {
        int n = 0;
        for (int at = FIRST_MILLIS; at < millis; at += 2_000 + dice.roll(900, "next kill", n)) {
            faults.add(new Fault(at, Fault.Kind.KILL, dice.roll(workers, "kill", n++), 0));
        }
    }

    /** No worker is paused twice at once, or before it could send what its last pause held up. */
    private void pauses() {
        long[] pausedUntil = new long[workers];
        int n = 0;
        for (int at = FIRST_MILLIS; at < millis; at += 1_500 + dice.roll(700, "next pause", n)) {
            int worker = dice.roll(workers, "pause", n);
            while (pausedUntil[worker] >= at) {
                worker = (worker + 1) % workers;
            }
            // So long that somebody asks between the end of its lease and its return.
            int least = Plan.LEASE_MILLIS + 800;
            int length = least + dice.roll(Plan.LONGEST_PAUSE_MILLIS - least, "pause length", n++);
            pausedUntil[worker] = (long) at + length + AWAKE_MILLIS;
            faults.add(new Fault(at, Fault.Kind.PAUSE, worker, length));
        }
    }

    private void store(List<Fault.Kind> kinds) {
        int n = 0;
        for (int at = FIRST_MILLIS + 2_000; at < millis; at += 4_500 + dice.roll(2_500, "next store fault", n)) {
            // In turn, so that a short campaign has all of them, the seed choosing the first.
            Fault.Kind kind = kinds.get((dice.roll(kinds.size(), "store") + n) % kinds.size());
            int length = switch (kind) {
                case STALL_STORE -> 400 + dice.roll(2_600, "stall", n);
                case KILL_STORE, FAIL_OVER -> 200 + dice.roll(800, "down", n);
                case FLUSH_SCRIPTS, KILL, PAUSE, SLOW_STORE -> 0;
            };
            faults.add(new Fault(at, kind, -1, length));
            n++;
        }
    }
}
