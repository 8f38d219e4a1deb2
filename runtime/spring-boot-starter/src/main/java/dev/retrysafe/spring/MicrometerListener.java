package dev.retrysafe.spring;

import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** Counts and times calls by tool and decision, and counts incidents by kind. Keys never become labels. */
final class MicrometerListener implements SideEffectListener {

    private final MeterRegistry registry;

    MicrometerListener(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public CallObserver callStarted(String tool) {
        return call -> Timer.builder("retrysafe.calls")
                .description("Calls of tools with side effects, by what was done with them")
                .tag("tool", call.tool())
                .tag("decision", call.decision().word())
                .register(registry)
                .record(call.duration());
    }

    @Override
    public void incident(Incident incident) {
        Counter.builder("retrysafe.incidents")
                .description("Things that happened to records and that a person should know of")
                .tag("kind", incident.kind().word())
                .register(registry)
                .increment();
    }
}
