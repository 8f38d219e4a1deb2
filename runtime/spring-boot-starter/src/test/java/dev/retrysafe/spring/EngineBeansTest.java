package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.ResultClassifier;
import dev.retrysafe.ResultClassifier.Verdict;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.result.ResultCodec;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;

/** The beans of an application that its engine takes up. */
class EngineBeansTest {

    private final Ledger ledger = new Ledger();

    private final ApplicationContextRunner application =
            Applications.inMemory(ledger).withBean(Desk.class);

    @Test
    void aClassifier() {
        ResultClassifier nothingHappened =
                (tool, result) -> "ticket-1".equals(result) ? Verdict.NO_EFFECT : Verdict.COMMITTED;
        application.withBean(ResultClassifier.class, () -> nothingHappened).run(context -> {
            Desk desk = context.getBean(Desk.class);
            assertThat(asTenant(() -> desk.createTicket("a-1", "down"))).isEqualTo("ticket-1");
            assertThat(asTenant(() -> desk.createTicket("a-1", "down"))).isEqualTo("ticket-2");
            assertThat(asTenant(() -> desk.createTicket("a-1", "down"))).isEqualTo("ticket-2");
            assertThat(ledger.effects()).hasSize(2);
        });
    }

    @Test
    void aCodec() {
        application.withBean(ResultCodec.class, Shouting::new).run(context -> {
            Desk desk = context.getBean(Desk.class);
            assertThat(asTenant(() -> desk.createTicket("a-1", "down"))).isEqualTo("ticket-1");
            assertThat(asTenant(() -> desk.createTicket("a-1", "down"))).isEqualTo("TICKET-1");
        });
    }

    @Test
    void listenersInTheirOrder() {
        List<String> told = new CopyOnWriteArrayList<>();
        application
                .withBean("second", SideEffectListener.class, () -> new Named("second", 2, told))
                .withBean("first", SideEffectListener.class, () -> new Named("first", 1, told))
                .run(context -> {
                    Desk desk = context.getBean(Desk.class);
                    asTenant(() -> desk.createTicket("a-1", "down"));
                    assertThat(told)
                            .containsExactly(
                                    "first started",
                                    "second started",
                                    "second finished",
                                    "first finished",
                                    "second returned",
                                    "first returned");
                });
    }

    private record Named(String name, int order, List<String> told) implements SideEffectListener, Ordered {

        @Override
        public int getOrder() {
            return order;
        }

        @Override
        public CallObserver callStarted(String tool) {
            told.add(name + " started");
            return new CallObserver() {
                @Override
                public void finished(CallFinished call) {
                    told.add(name + " finished");
                }

                @Override
                public void returned() {
                    told.add(name + " returned");
                }
            };
        }
    }

    private static final class Shouting implements ResultCodec {

        @Override
        public byte[] write(@Nullable Object value, Type type) {
            return String.valueOf(value).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object read(byte[] bytes, Type type) {
            return new String(bytes, StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
        }
    }
}
