package dev.retrysafe.samples.chaos.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * All operations of a campaign, and who calls for each of them when. Every operation is asked for again by other workers
 * until long after the lease of its first owner, and twice more when all is quiet.
 *
 * @param seed of the campaign
 * @param seconds how long faults strike
 * @param workers how many worker processes
 * @param rate new operations a second
 */
public record Plan(long seed, int seconds, int workers, int rate) {

    /** How long an owner may be silent. */
    public static final int LEASE_MILLIS = 2_000;

    /** How long a worker waits for its store: well below the lease, which is renewed by such commands. */
    public static final int STORE_PATIENCE_MILLIS = 600;

    /** How late a request may still take effect. */
    public static final int LATEST_EFFECT_MILLIS = 3_000;

    /** Shorter than the latest effect: a request is given up and has its effect all the same. */
    public static final int IMPATIENT_MILLIS = 1_200;

    /** Longer than any pause: the answer is there when a paused owner goes on, its lease having lapsed. */
    private static final int PATIENT_MILLIS = 6_000;

    /** The longest pause of a worker. */
    public static final int LONGEST_PAUSE_MILLIS = 3_600;

    /**
     * Of a tool that trusts a lookup's "absent": longer than a paused owner and its late request can take together, so
     * that no effect may come after it.
     */
    public static final int TRUST_MILLIS = 9_000;

    /** Until every late effect and renewal of the time of faults is over. */
    public static final int QUIET_MILLIS = 4_500;

    private static final int TENANTS = 3;

    private static final List<Tool> TOOLS = List.of(Tool.values());

    private static final int SWEEPS_PER_SECOND = 250;

    /** One operation in so many is hot: every worker has so many callers of it at the same time, while the first runs. */
    private static final int HOT_EVERY = 75;

    private static final int HOT_CALLS = 12;

    private static final int HOT_AFTER_MILLIS = 30;

    /** When an operation is asked for again: often while a paused owner's lease has lapsed and it has not gone on; the last ones are past any lease, pause and trusted time. */
    private static final int[] RETRIES = {0, 60, 700, 1_900, 2_700, 3_400, 4_200, 6_500, 11_000, 14_000};

    /**
     * One call that is to be made.
     *
     * @param atMillis since the start
     * @param operation what for
     * @param last whether it is the last one, which is repeated until the answer is final
     */
    public record Appointment(long atMillis, Operation operation, boolean last) {}

    /**
     * How long an effect's request is waited for.
     *
     * @param amount what the effect carries
     * @return milliseconds
     */
    public static int patienceMillis(long amount) {
        return amount % 2 == 0 ? PATIENT_MILLIS : IMPATIENT_MILLIS;
    }

    /**
     * How many operations there are.
     *
     * @return the number
     */
    public int size() {
        return seconds * rate;
    }

    /**
     * An operation.
     *
     * @param index 0 to size - 1
     * @return the operation
     */
    public Operation operation(int index) {
        Dice dice = new Dice(seed);
        // Tenants' decisions share their names and their tool, so that only the tenant tells their records apart.
        int decision = index / TENANTS;
        Tool tool = TOOLS.get(dice.roll(TOOLS.size(), "tool", decision));
        long amount = 1L + dice.roll(1_000_000, "amount", index);
        return new Operation(index, tool, "tenant-" + index % TENANTS, "approval-" + decision, amount);
    }

    /**
     * All operations.
     *
     * @return in order
     */
    public List<Operation> operations() {
        List<Operation> all = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            all.add(operation(i));
        }
        return all;
    }

    /**
     * All calls of a worker while faults strike.
     *
     * @param worker 0 to workers - 1
     * @return by time
     */
    public List<Appointment> appointments(int worker) {
        Dice dice = new Dice(seed);
        List<Appointment> mine = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            for (int retry = 0; retry < RETRIES.length; retry++) {
                long at = i * 1000L / rate + RETRIES[retry] + dice.roll(50, "jitter", i, retry);
                if (isOf(worker, i, retry) && at < seconds * 1000L) {
                    mine.add(new Appointment(at, operation(i), false));
                }
            }
            long hot = i * 1000L / rate + HOT_AFTER_MILLIS;
            if (i % HOT_EVERY == HOT_EVERY - 1 && hot < seconds * 1000L) {
                mine.addAll(Collections.nCopies(HOT_CALLS, new Appointment(hot, operation(i), false)));
            }
        }
        mine.sort(Comparator.comparingLong(Appointment::atMillis));
        return mine;
    }

    /**
     * Whether so many calls of one operation at a time make it a hot one.
     *
     * @param calls under way in one worker
     * @return whether these are most of those that are planned for a hot operation
     */
    public static boolean isHot(int calls) {
        return calls == HOT_CALLS / 2;
    }

    /**
     * All calls of a worker when all is quiet: every operation is asked for once, and once more when an "absent" is
     * trusted.
     *
     * @param worker 0 to workers - 1
     * @return by time
     */
    public List<Appointment> sweeps(int worker) {
        List<Appointment> mine = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            long at = i * 1000L / SWEEPS_PER_SECOND;
            if (isOf(worker, i, 1)) {
                mine.add(new Appointment(at, operation(i), false));
            }
            if (isOf(worker, i, 2)) {
                mine.add(new Appointment(at + TRUST_MILLIS + 1_000, operation(i), true));
            }
        }
        mine.sort(Comparator.comparingLong(Appointment::atMillis));
        return mine;
    }

    private boolean isOf(int worker, int index, int turn) {
        return (new Dice(seed).roll(workers, "first worker", index) + turn) % workers == worker;
    }
}
