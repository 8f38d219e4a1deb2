package dev.retrysafe.samples.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The fingerprint of a request, and what anyone would write instead. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Measure.CALLS)
public abstract class FingerprintBenchmark {

    private final Tool tool;

    private final ByHand.Document asRecord;

    private final byte[] document;

    private final ByHand byHand = new ByHand();

    /**
     * @param effect the same as a record, with the components that the tool's fingerprint names
     */
    FingerprintBenchmark(Tool tool, String name, Object effect) {
        this.tool = tool;
        this.asRecord = new ByHand.Document(effect, name, 1);
        this.document = tool.document();
    }

    byte[] document() {
        return document.clone();
    }

    byte[] jacksonsDocument() {
        return byHand.json(asRecord);
    }

    /** The least: the document is there already. */
    String sha256AndHex() {
        return ByHand.hash(document);
    }

    @Benchmark
    public void sha256AndHex(Blackhole sink) {
        for (int i = 0; i < Measure.CALLS; i++) {
            sink.consume(sha256AndHex());
        }
    }

    /** Less than the least: the digest is there already too. */
    @Benchmark
    public void keptSha256AndHex(Blackhole sink) {
        for (int i = 0; i < Measure.CALLS; i++) {
            sink.consume(byHand.hashKept(document));
        }
    }

    /** As generated code does it, with a new writer. */
    String fingerprint() {
        return tool.fingerprint();
    }

    @Benchmark
    public void fingerprint(Blackhole sink) {
        for (int i = 0; i < Measure.CALLS; i++) {
            sink.consume(fingerprint());
        }
    }

    /** Sorted properties, SHA-256 and hex. */
    String jacksonSha256AndHex() {
        return ByHand.hash(byHand.json(asRecord));
    }

    @Benchmark
    public void jacksonSha256AndHex(Blackhole sink) {
        for (int i = 0; i < Measure.CALLS; i++) {
            sink.consume(jacksonSha256AndHex());
        }
    }
}
