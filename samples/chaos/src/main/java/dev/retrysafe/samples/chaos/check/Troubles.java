package dev.retrysafe.samples.chaos.check;

import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.plan.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All that went wrong, by whom it struck. */
final class Troubles {

    /** A server that serves again is not yet connected to again. */
    private static final long RECONNECT_MICROS = 2_500_000;

    /** A lease was renewed not long before its owner fell silent, so it does not lapse sooner. */
    private static final long SILENCE_MICROS = Plan.LEASE_MILLIS * 1000L / 4;

    private final List<Trouble> ofStore = new ArrayList<>();

    private final Map<String, List<Trouble>> byRun = new HashMap<>();

    Troubles(List<Trouble> all) {
        for (Trouble trouble : all) {
            if (trouble.isOfStore()) {
                ofStore.add(trouble);
            } else if (trouble.kind() != Fault.Kind.FLUSH_SCRIPTS) {
                byRun.computeIfAbsent(trouble.target(), t -> new ArrayList<>()).add(trouble);
            }
        }
    }

    private List<Trouble> of(String run) {
        return byRun.getOrDefault(run, List.of());
    }

    /** Whether a call that was never told anything was cut off, and when that had happened. */
    boolean wasKilled(Call call, long by) {
        return of(call.run()).stream()
                .anyMatch(trouble ->
                        trouble.kind() == Fault.Kind.KILL && trouble.to() >= call.begun() && trouble.from() <= by);
    }

    boolean storeFailed(long begin, long end) {
        return ofStore.stream().anyMatch(trouble -> trouble.overlaps(begin - RECONNECT_MICROS, end));
    }

    boolean stoodStill(String run, long begin, long end) {
        return of(run).stream().anyMatch(t -> t.kind() == Fault.Kind.PAUSE && t.overlaps(begin, end));
    }

    /** Whether an owner was silent for so long before a time that its lease may have lapsed by then, or its answer waited. */
    boolean fellSilent(Call call, long by) {
        return (call.told() == null && wasKilled(call, by - SILENCE_MICROS))
                || of(call.run()).stream()
                        .anyMatch(t -> t.kind() == Fault.Kind.PAUSE
                                && t.overlaps(call.begun(), call.endedBy(by))
                                && (t.to() <= by || t.from() + SILENCE_MICROS <= by));
    }
}
