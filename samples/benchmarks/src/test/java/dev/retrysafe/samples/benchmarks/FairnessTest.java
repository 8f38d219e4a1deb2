package dev.retrysafe.samples.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/** What is compared does the same work: the same bytes, the same hash, the same key. */
class FairnessTest {

    private static final List<Class<?>> BENCHMARKS =
            List.of(TicketBenchmark.class, OrderBenchmark.class, KeyBenchmark.class);

    @Test
    void theTicketsDocumentIsAsLongAsItIsSaid() {
        TicketBenchmark ticket = new TicketBenchmark();

        assertThat(ticket.document()).hasSize(195);
        assertThat(new String(ticket.jacksonsDocument(), UTF_8)).isEqualTo(new String(ticket.document(), UTF_8));
        assertThat(ticket.fingerprint()).isEqualTo("sha256:" + ticket.sha256AndHex());
        assertThat(ticket.jacksonSha256AndHex()).isEqualTo(ticket.sha256AndHex());
    }

    @Test
    void theOrdersDocumentIsTheSameForAll() {
        OrderBenchmark order = new OrderBenchmark();

        assertThat(order.document()).hasSize(443);
        assertThat(new String(order.jacksonsDocument(), UTF_8)).isEqualTo(new String(order.document(), UTF_8));
        assertThat(order.fingerprint()).isEqualTo("sha256:" + order.sha256AndHex());
        assertThat(order.jacksonSha256AndHex()).isEqualTo(order.sha256AndHex());
    }

    @Test
    void theKeyIsTheSameText() {
        KeyBenchmark key = new KeyBenchmark();

        assertThat(key.key())
                .isEqualTo("tenant_acme-europe:conversation_conversation-20417:approval_approval-17:create_ticket")
                .isEqualTo(key.concatenation());
    }

    @Test
    void everyBenchmarkRuns() throws ReflectiveOperationException {
        Blackhole sink = new Blackhole(
                "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");
        for (Class<?> type : BENCHMARKS) {
            for (Method benchmark : methods(type)) {
                benchmark.invoke(type.getConstructor().newInstance(), sink);
            }
        }
        assertThat(BENCHMARKS.stream().flatMap(type -> methods(type).stream())).hasSize(10);
    }

    private static List<Method> methods(Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(method -> method.isAnnotationPresent(Benchmark.class))
                .toList();
    }

    /** A benchmark that is not in the table, or a line without one, would go unnoticed until somebody measures. */
    @Test
    void everyBenchmarkHasALineInTheTable() {
        assertThat(Measure.benchmarks())
                .containsExactlyInAnyOrderElementsOf(BENCHMARKS.stream()
                        .flatMap(type ->
                                methods(type).stream().map(method -> type.getSimpleName() + '.' + method.getName()))
                        .toList());
    }
}
