package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static io.opentelemetry.api.common.AttributeKey.booleanKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What traces and metrics say of a call. */
class TracesAndMetricsTest {

    private static final AttributeKey<String> DECISION = stringKey("agent.idempotency.decision");

    @RegisterExtension
    static final OpenTelemetryExtension TELEMETRY = OpenTelemetryExtension.create();

    private final Tracer tracer = TELEMETRY.getOpenTelemetry().getTracer("test");

    private final Ledger ledger = new Ledger();

    private final ApplicationContextRunner application = Applications.inMemory(ledger)
            .withBean(OpenTelemetry.class, TELEMETRY::getOpenTelemetry, bean -> bean.setDestroyMethodName(""))
            .withBean(Hotel.class);

    @Test
    void onTheCurrentSpan() {
        application.run(context -> {
            Hotel hotel = context.getBean(Hotel.class);

            within("execute_tool reserve", () -> hotel.reserve("r-1", "sea view"));

            assertThat(TELEMETRY.getSpans())
                    .extracting(SpanData::getName)
                    .containsExactly("vendor", "execute_tool reserve");
            SpanData span = TELEMETRY.getSpans().get(1);
            assertThat(span.getAttributes().get(stringKey("agent.tool.name"))).isEqualTo("reserve");
            assertThat(span.getAttributes().get(booleanKey("agent.tool.side_effect")))
                    .isTrue();
            assertThat(span.getAttributes().get(stringKey("agent.idempotency.key")))
                    .isEqualTo("acme:r-1:reserve");
            assertThat(span.getAttributes().get(stringKey("agent.idempotency.fingerprint")))
                    .matches("sha256:[0-9a-f]{64}");
            assertThat(span.getAttributes().get(DECISION)).isEqualTo("execute");
            assertThat(span.getAttributes().get(stringKey("agent.idempotency.receipt.remote_id")))
                    .isEqualTo("room-1");
            assertThat(span.getAttributes().size()).isEqualTo(6);
        });
    }

    @Test
    void aConflictNamesTheOtherFingerprint() {
        application.run(context -> {
            Hotel hotel = context.getBean(Hotel.class);

            within("first", () -> hotel.reserve("r-1", "sea view"));
            assertThatThrownBy(() -> within("second", () -> hotel.reserve("r-1", "yard")))
                    .isInstanceOf(SideEffectConflictException.class);

            SpanData first = TELEMETRY.getSpans().get(1);
            SpanData second = TELEMETRY.getSpans().get(2);
            assertThat(second.getAttributes().get(DECISION)).isEqualTo("conflict");
            assertThat(second.getAttributes().get(stringKey("agent.idempotency.existing_fingerprint")))
                    .isEqualTo(first.getAttributes().get(stringKey("agent.idempotency.fingerprint")));
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void onASpanOfItsOwn() {
        application.run(context -> {
            Hotel hotel = context.getBean(Hotel.class);

            asTenant(() -> hotel.reserve("r-1", "sea view"));

            assertThat(Span.current().getSpanContext().isValid()).isFalse();
            SpanData inside = TELEMETRY.getSpans().get(0);
            SpanData span = TELEMETRY.getSpans().get(1);
            assertThat(span.getName()).isEqualTo("execute_tool reserve");
            assertThat(span.getAttributes().get(DECISION)).isEqualTo("execute");
            assertThat(inside.getName()).isEqualTo("vendor");
            assertThat(inside.getParentSpanId()).isEqualTo(span.getSpanId());
        });
    }

    @Test
    void aSecondCallUnderOneSpanHasItsOwn() {
        application.run(context -> {
            Hotel hotel = context.getBean(Hotel.class);

            within("request", () -> {
                hotel.reserve("r-1", "sea view");
                return hotel.reserve("r-1", "sea view");
            });

            assertThat(TELEMETRY.getSpans().stream()
                            .filter(s -> s.getAttributes().get(DECISION) != null))
                    .extracting(s -> s.getName() + " " + s.getAttributes().get(DECISION))
                    .containsExactlyInAnyOrder("request execute", "execute_tool reserve replay");
        });
    }

    @Test
    void aFailedCallIsAnError() {
        application.run(context -> {
            Hotel hotel = context.getBean(Hotel.class);

            assertThatThrownBy(() -> hotel.reserve("r-1", "sea view")).isNotNull();

            SpanData span = TELEMETRY.getSpans().get(0);
            assertThat(span.getStatus().getStatusCode())
                    .isEqualTo(StatusData.error().getStatusCode());
            assertThat(span.getAttributes().get(DECISION)).isEqualTo("rejected");
            assertThat(ledger.effects()).isEmpty();
        });
    }

    @Test
    void metricsByToolAndDecisionOnly() {
        application.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            Hotel hotel = context.getBean(Hotel.class);
            MeterRegistry registry = context.getBean(MeterRegistry.class);

            asTenant(() -> hotel.reserve("r-1", "sea view"));
            asTenant(() -> hotel.reserve("r-1", "sea view"));
            asTenant(() -> hotel.reserve("r-1", "sea view"));
            context.getBean(MicrometerListener.class)
                    .incident(new Incident(Incident.Kind.LATE_COMMIT, "reserve", "k", 1, "", null));

            Map.of("execute", 1, "replay", 2).forEach((decision, calls) -> {
                assertThat(registry.get("retrysafe.calls")
                                .tag("decision", decision)
                                .counter()
                                .count())
                        .isEqualTo(calls.doubleValue());
                assertThat(registry.get("retrysafe.call.duration")
                                .tag("decision", decision)
                                .timer()
                                .count())
                        .isEqualTo(calls.longValue());
            });
            assertThat(registry.get("retrysafe.incidents.late_commit")
                            .tag("tool", "reserve")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.getMeters().stream()
                            .map(Meter::getId)
                            .filter(id -> id.getName().startsWith("retrysafe.call")))
                    .hasSize(4)
                    .allSatisfy(id -> assertThat(id.getTags())
                            .extracting(Tag::getKey)
                            .containsExactlyInAnyOrder("tool", "decision"));
            assertThat(registry.getMeters().stream()
                            .map(Meter::getId)
                            .filter(id -> id.getName().startsWith("retrysafe.")))
                    .flatExtracting(Meter.Id::getTags)
                    .extracting(Tag::getKey)
                    .containsOnly("tool", "decision");
        });
    }

    @Test
    void neitherLibraryIsNeeded() {
        Applications.inMemory(ledger)
                .withClassLoader(new FilteredClassLoader("io.opentelemetry", "io.micrometer"))
                .run(context -> {
                    assertThat(context).hasSingleBean(SideEffectEngine.class);
                    assertThat(context.getBeanNamesForType(SideEffectListener.class))
                            .containsExactly("retrysafeCallsUnderWay");
                });
    }

    private <T> T within(String name, Callable<T> call) throws Exception {
        Span span = tracer.spanBuilder(name).startSpan();
        try (Scope scope = span.makeCurrent()) {
            Objects.requireNonNull(scope);
            return asTenant(call);
        } finally {
            span.end();
        }
    }

    record Room(String id) {}

    static class Hotel {

        private final Ledger ledger;

        private final OpenTelemetry telemetry;

        Hotel(Ledger ledger, OpenTelemetry telemetry) {
            this.ledger = ledger;
            this.telemetry = telemetry;
        }

        @SideEffect(key = "{ctx.tenant}:{request}", fingerprint = "*", receipt = @Receipt(system = "hotel", id = "id"))
        public Room reserve(String request, String wish) {
            telemetry.getTracer("vendor").spanBuilder("vendor").startSpan().end();
            return new Room(ledger.numbered("room"));
        }
    }
}
