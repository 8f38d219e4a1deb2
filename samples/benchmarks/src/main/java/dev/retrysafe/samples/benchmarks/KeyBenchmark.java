package dev.retrysafe.samples.benchmarks;

import dev.retrysafe.CallContext;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** A key of three values, which are looked at character by character so that no two keys ever meet. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Measure.CALLS)
public class KeyBenchmark {

    /** Not constants, which the compiler would join with the texts around them. */
    private final String name = "create_ticket".trim();

    private final String approval = "approval-17".trim();

    private final Tool tool =
            Tool.of(name, approval, new Desk.Ticket("Down", "checkout", Desk.Severity.HIGH, "ada", 2));

    private final CallContext context = CallContext.builder()
            .tenant("acme-europe")
            .conversation("conversation-20417")
            .build();

    private final String fingerprint = tool.fingerprint();

    /** The least: what would do if no value held a colon. */
    String concatenation() {
        return "tenant_" + context.get("tenant") + ":conversation_" + context.get("conversation") + ":approval_"
                + approval + ":" + name;
    }

    @Benchmark
    public void concatenation(Blackhole sink) {
        for (int i = 0; i < Measure.CALLS; i++) {
            sink.consume(concatenation());
        }
    }

    /** As generated code does it. */
    String key() {
        return tool.key(context, fingerprint);
    }

    @Benchmark
    public void key(Blackhole sink) {
        for (int i = 0; i < Measure.CALLS; i++) {
            sink.consume(key());
        }
    }
}
