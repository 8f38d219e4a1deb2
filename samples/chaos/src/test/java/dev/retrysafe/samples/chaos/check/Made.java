package dev.retrysafe.samples.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.plan.Operation;
import dev.retrysafe.samples.chaos.plan.Tool;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Made-up evidence of one operation, in milliseconds. */
final class Made {

    private static final String RUN = "worker-0-0.log";

    private final Operation operation;

    private final List<Call> calls = new ArrayList<>();

    private final List<Effect> effects = new ArrayList<>();

    private final List<Request> requests = new ArrayList<>();

    private final List<Trail.Absence> absences = new ArrayList<>();

    private final List<Trouble> troubles = new ArrayList<>();

    private final List<Alarm> alarms = new ArrayList<>();

    /** Of an even amount, callers wait for 6 s; of an odd one, 1.2 s. */
    Made(Tool tool, long amount) {
        operation = new Operation(0, tool, "tenant-0", "approval-0", amount);
    }

    private static long micros(long millis) {
        return millis * 1000;
    }

    Made calls(long at) {
        return calls(RUN, at);
    }

    /** A call of a process; what follows is of this call. */
    Made calls(String run, long at) {
        calls.add(Call.begun(run + "#" + calls.size(), 0, micros(at)));
        return this;
    }

    private Call last() {
        return calls.remove(calls.size() - 1);
    }

    Made claims(long at, long fence, boolean takeover) {
        calls.add(last().with(new Call.Claimed(micros(at), fence, takeover)));
        return this;
    }

    Made sends(long at) {
        calls.add(last().withSent(micros(at)));
        return this;
    }

    Made told(long at, String word) {
        boolean success = word.equals("execute") || word.equals("replay");
        calls.add(last().with(new Call.Told(
                micros(at),
                word,
                success ? "E-1" : "-",
                success ? "E-1" : "-",
                success ? operation.name() : "-",
                success ? Long.toString(operation.amount()) : "-",
                "-")));
        return this;
    }

    Made applied(long at) {
        effects.add(new Effect(micros(at), "E-1", operation.name(), operation.amount()));
        return arrives(at, Request.Fate.APPLIED, false, at + 1);
    }

    Made arrives(long at, Request.Fate fate, boolean dropped, long answeredAt) {
        requests.add(new Request(
                micros(at),
                operation.name(),
                fate,
                dropped,
                answeredAt == Request.NEVER ? Request.NEVER : micros(answeredAt)));
        return this;
    }

    Made refused(long at) {
        return arrives(at, Request.Fate.REFUSED, false, at + 1);
    }

    Made absent(long at) {
        absences.add(new Trail.Absence(micros(at), operation.name()));
        return this;
    }

    Made fault(Fault.Kind kind, long from, long to) {
        return fault(kind, kind == Fault.Kind.KILL || kind == Fault.Kind.PAUSE ? RUN : "store", from, to);
    }

    Made fault(Fault.Kind kind, String target, long from, long to) {
        troubles.add(new Trouble(kind, target, micros(from), micros(to)));
        return this;
    }

    Made alarm(String kind) {
        alarms.add(new Alarm(kind, operation.key(), "made up"));
        return this;
    }

    /** Exactly these violations, of this operation. */
    void is(Violation... expected) {
        Verdict verdict = Checker.check(new Evidence(
                List.of(operation), calls, effects, new Trail(requests, absences, troubles, alarms), null));
        Map<Violation, Integer> found = new EnumMap<>(Violation.class);
        for (Violation violation : Violation.values()) {
            if (verdict.count(violation) > 0) {
                found.put(violation, verdict.count(violation));
            }
        }
        Map<Violation, Integer> wanted = new EnumMap<>(Violation.class);
        for (Violation violation : expected) {
            @Nullable Integer unused = wanted.put(violation, 1);
        }
        assertThat(found).as(() -> String.join("\n", verdict.lines())).isEqualTo(wanted);
    }
}
