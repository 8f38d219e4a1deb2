package dev.retrysafe.spring;

import dev.retrysafe.CommitReceipt;
import dev.retrysafe.EffectConflict;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.SideEffectListener;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says in the trace what was done with a call: on the current span, which is the agent framework's for the tool call, or
 * on one of our own where there is none. A span speaks of one call: a further call under the same span (a nested tool, a
 * retry within one request) gets its own.
 */
final class OpenTelemetryListener implements SideEffectListener {

    private static final AttributeKey<String> TOOL = AttributeKey.stringKey("agent.tool.name");

    private static final AttributeKey<Boolean> SIDE_EFFECT = AttributeKey.booleanKey("agent.tool.side_effect");

    private static final AttributeKey<String> KEY = AttributeKey.stringKey("agent.idempotency.key");

    private static final AttributeKey<String> FINGERPRINT = AttributeKey.stringKey("agent.idempotency.fingerprint");

    private static final AttributeKey<String> DECISION = AttributeKey.stringKey("agent.idempotency.decision");

    private static final AttributeKey<String> REMOTE_ID = AttributeKey.stringKey("agent.idempotency.receipt.remote_id");

    private static final AttributeKey<String> EXISTING_FINGERPRINT =
            AttributeKey.stringKey("agent.idempotency.existing_fingerprint");

    private final Supplier<Tracer> tracer;

    private final Map<Span, Boolean> taken = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Makes a listener.
     *
     * @param tracer asked at calls, so that a global OpenTelemetry may still be set after this
     */
    OpenTelemetryListener(Supplier<Tracer> tracer) {
        this.tracer = tracer;
    }

    @Override
    public CallObserver callStarted(String tool) {
        Span current = Span.current();
        if (current.isRecording() && taken.put(current, true) == null) {
            return call -> describe(current, call);
        }
        return new OwnSpan(tracer.get().spanBuilder("execute_tool " + tool).startSpan());
    }

    private static void describe(Span span, CallFinished call) {
        CommitReceipt receipt = call.receipt();
        EffectConflict conflict = call.conflict();
        span.setAttribute(TOOL, call.tool());
        span.setAttribute(SIDE_EFFECT, true);
        span.setAttribute(DECISION, call.decision().word());
        set(span, KEY, call.key());
        set(span, FINGERPRINT, call.fingerprint());
        set(span, REMOTE_ID, receipt == null ? null : receipt.remoteId());
        set(span, EXISTING_FINGERPRINT, conflict == null ? null : conflict.existingFingerprint());
    }

    private static void set(Span span, AttributeKey<String> name, @Nullable String value) {
        if (value != null) {
            span.setAttribute(name, value);
        }
    }

    /** Current while the call is on its thread, so that what the tool sends appears below it. */
    private static final class OwnSpan implements CallObserver {

        private final Span span;

        private final Scope scope;

        // Closed when the call returns.
        @SuppressWarnings("MustBeClosedChecker")
        private OwnSpan(Span span) {
            this.span = span;
            this.scope = span.makeCurrent();
        }

        @Override
        public void returned() {
            scope.close();
        }

        @Override
        public void finished(CallFinished call) {
            describe(span, call);
            if (call.failure() != null) {
                span.setStatus(StatusCode.ERROR, call.failure().getClass().getName());
            }
            span.end();
        }
    }
}
