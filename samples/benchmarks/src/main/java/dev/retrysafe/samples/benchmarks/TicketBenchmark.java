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

/** The fingerprint of a flat request of a few texts, a constant and a number. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Measure.CALLS)
public class TicketBenchmark {

    record Effect(String approvalId, Desk.Ticket request) {}

    private final Desk.Ticket ticket =
            new Desk.Ticket("Payment page is down", "checkout-api", Desk.Severity.HIGH, "ada@acme.org", 2);

    private final Tool tool = Tool.of("create_ticket", "approval-17", ticket);

    private final ByHand byHand = new ByHand();

    private final byte[] document = tool.document();

    private final ByHand.Document asRecord = new ByHand.Document(new Effect("approval-17", ticket), "create_ticket", 1);

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
