package dev.retrysafe.samples.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The fingerprint of a nested request: a list of records, two maps and a choice. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Measure.CALLS)
public class OrderBenchmark {

    record Effect(String approvalId, Desk.Order order) {}

    private final Desk.Order order = new Desk.Order(
            "customer-4711",
            List.of(
                    new Desk.Line("SKU-1001", 2, 1999, Desk.Unit.PIECE),
                    new Desk.Line("SKU-2002", 1, 24900, Desk.Unit.PIECE),
                    new Desk.Line("SKU-3003", 12, 350, Desk.Unit.METRE)),
            Map.of("campaign", "spring", "region", "eu-west"),
            Map.of(Desk.Channel.PHONE, 1, Desk.Channel.MAIL, 2),
            new Desk.Card("tok_1a2b3c4d", 3));

    private final Tool tool = Tool.of("place_order", "approval-17", order);

    private final ByHand byHand = new ByHand();

    private final byte[] document = tool.document();

    private final ByHand.Document asRecord = new ByHand.Document(new Effect("approval-17", order), "place_order", 1);

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
