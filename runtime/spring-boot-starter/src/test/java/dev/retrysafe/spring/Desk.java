package dev.retrysafe.spring;

import dev.retrysafe.annotation.SideEffect;

/** A tool whose own method carries the annotation. */
class Desk {

    private final Ledger ledger;

    Desk(Ledger ledger) {
        this.ledger = ledger;
    }

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    public String createTicket(String approvalId, String title) {
        return ledger.numbered("ticket");
    }
}
