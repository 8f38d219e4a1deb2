package dev.retrysafe.samples.benchmarks;

/** The fingerprint of a flat request of a few texts, a constant and a number. */
public class TicketBenchmark extends FingerprintBenchmark {

    private static final String TOOL = "create_ticket";

    private static final String APPROVAL = "approval-17";

    private static final Desk.Ticket TICKET =
            new Desk.Ticket("Payment page is down", "checkout-api", Desk.Severity.HIGH, "ada@acme.org", 2);

    record Effect(String approvalId, Desk.Ticket request) {}

    public TicketBenchmark() {
        super(Tool.of(TOOL, APPROVAL, TICKET), TOOL, new Effect(APPROVAL, TICKET));
    }
}
