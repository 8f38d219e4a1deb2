package dev.retrysafe.engine;

import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.ResolutionAnswered;
import dev.retrysafe.observe.SideEffectListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells all listeners; what they throw, and what logging throws, changes nothing. */
final class Listeners {

    private final List<SideEffectListener> all;

    Listeners(List<SideEffectListener> all) {
        this.all = List.copyOf(all);
    }

    CallObserver callStarted(String tool) {
        List<CallObserver> observers = new ArrayList<>(all.size());
        for (SideEffectListener listener : all) {
            try {
                observers.add(Objects.requireNonNull(listener.callStarted(tool), "its observer"));
            } catch (Throwable t) {
                EngineLog.error(
                        t,
                        "{} failed at the start of a call of {}",
                        listener.getClass().getName(),
                        tool);
            }
        }
        Collections.reverse(observers);
        return new All(observers);
    }

    void incident(Incident.Kind kind, Attempt attempt, String detail, @Nullable Throwable cause) {
        incident(kind, attempt.operation(), attempt.claim().fence(), detail, cause);
    }

    void incident(Incident.Kind kind, Operation operation, long fence, String detail, @Nullable Throwable cause) {
        Incident incident = new Incident(kind, operation.tool().tool(), operation.key(), fence, detail, cause);
        EngineLog.warn(cause, "{}: {} at fence {}: {}", kind.word(), operation.key(), fence, detail);
        for (SideEffectListener listener : all) {
            try {
                listener.incident(incident);
            } catch (Throwable t) {
                EngineLog.error(
                        t, "{} failed at an incident of {}", listener.getClass().getName(), incident.tool());
            }
        }
    }

    void resolutionAnswered(ResolutionAnswered resolution) {
        for (SideEffectListener listener : all) {
            try {
                listener.resolutionAnswered(resolution);
            } catch (Throwable t) {
                EngineLog.error(
                        t,
                        "{} failed at a decision about {}",
                        listener.getClass().getName(),
                        resolution.record());
            }
        }
    }

    private record All(List<CallObserver> observers) implements CallObserver {

        @Override
        public void finished(CallFinished call) {
            each("end", call.tool(), observer -> observer.finished(call));
        }

        @Override
        public void returned() {
            each("return", "a tool", CallObserver::returned);
        }

        private void each(String event, String tool, Consumer<CallObserver> told) {
            for (CallObserver observer : observers) {
                try {
                    told.accept(observer);
                } catch (Throwable t) {
                    EngineLog.error(
                            t,
                            "{} failed at the {} of a call of {}",
                            observer.getClass().getName(),
                            event,
                            tool);
                }
            }
        }
    }
}
