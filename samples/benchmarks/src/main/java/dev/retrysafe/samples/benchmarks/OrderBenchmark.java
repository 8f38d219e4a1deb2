package dev.retrysafe.samples.benchmarks;

import java.util.List;
import java.util.Map;

/** The fingerprint of a nested request: a list of records, two maps and a choice. */
public class OrderBenchmark extends FingerprintBenchmark {

    private static final String TOOL = "place_order";

    private static final String APPROVAL = "approval-17";

    private static final Desk.Order ORDER = new Desk.Order(
            "customer-4711",
            List.of(
                    new Desk.Line("SKU-1001", 2, 1999, Desk.Unit.PIECE),
                    new Desk.Line("SKU-2002", 1, 24900, Desk.Unit.PIECE),
                    new Desk.Line("SKU-3003", 12, 350, Desk.Unit.METRE)),
            Map.of("campaign", "spring", "region", "eu-west"),
            Map.of(Desk.Channel.PHONE, 1, Desk.Channel.MAIL, 2),
            new Desk.Card("tok_1a2b3c4d", 3));

    record Effect(String approvalId, Desk.Order order) {}

    public OrderBenchmark() {
        super(Tool.of(TOOL, APPROVAL, ORDER), TOOL, new Effect(APPROVAL, ORDER));
    }
}
