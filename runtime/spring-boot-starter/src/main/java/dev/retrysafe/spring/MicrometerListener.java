package dev.retrysafe.spring;

import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/** Counts and times calls by tool and decision, and counts incidents by kind. Keys never become labels. */
final class MicrometerListener implements SideEffectListener {

    private final MeterRegistry registry;

    MicrometerListener(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public CallObserver callStarted(String tool) {
        return this::finished;
    }

    private void finished(CallFinished call) {
        Tags tags = Tags.of("tool", call.tool(), "decision", call.decision().word());
        Counter.builder("retrysafe.calls")
                .description("Calls of tools with side effects, by what was done with them")
                .tags(tags)
                .register(registry)
                .increment();
        Timer.builder("retrysafe.call.duration")
                .description("From the call of a tool to its end, waiting for others included")
                .tags(tags)
                .register(registry)
                .record(call.duration());
    }

    @Override
    public void incident(Incident incident) {
        Counter.builder("retrysafe.incidents." + incident.kind().word())
                .description("Things that happened to records and that a person should know of")
                .tag("tool", incident.tool())
                .register(registry)
                .increment();
    }
}
