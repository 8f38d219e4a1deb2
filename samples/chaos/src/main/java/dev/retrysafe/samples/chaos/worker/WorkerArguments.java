package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.samples.chaos.plan.Plan;
import java.util.List;

/**
 * What a worker is started with.
 *
 * @param worker its number
 * @param plan the campaign
 * @param startMillis when the campaign starts, milliseconds since 1970
 * @param store the store's address, as {@link Connections} reads it
 * @param naive whether to use the naive guard
 * @param ledgerPort where the ledger listens
 * @param log the file to write
 * @param sweepsFile the file that says when the sweeps begin, milliseconds since 1970
 */
public record WorkerArguments(
        int worker,
        Plan plan,
        long startMillis,
        String store,
        boolean naive,
        int ledgerPort,
        String log,
        String sweepsFile) {

    /** In place of a worker's number: calls each tool once, for operations that are in no plan, and ends. */
    public static final int REHEARSAL = -1;

    /**
     * Writes them.
     *
     * @return for the command line
     */
    public List<String> toArguments() {
        return List.of(
                Integer.toString(worker),
                Long.toString(plan.seed()),
                Integer.toString(plan.seconds()),
                Integer.toString(plan.workers()),
                Integer.toString(plan.rate()),
                Long.toString(startMillis),
                store,
                Boolean.toString(naive),
                Integer.toString(ledgerPort),
                log,
                sweepsFile);
    }

    static WorkerArguments parse(String[] a) {
        Plan plan =
                new Plan(Long.parseLong(a[1]), Integer.parseInt(a[2]), Integer.parseInt(a[3]), Integer.parseInt(a[4]));
        return new WorkerArguments(
                Integer.parseInt(a[0]),
                plan,
                Long.parseLong(a[5]),
                a[6],
                Boolean.parseBoolean(a[7]),
                Integer.parseInt(a[8]),
                a[9],
                a[10]);
    }
}
