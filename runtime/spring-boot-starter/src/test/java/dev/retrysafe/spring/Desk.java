package dev.retrysafe.spring;

import dev.retrysafe.annotation.SideEffect;

/** A tool whose own method carries the annotation. */
public class Desk {

    private final Ledger ledger;

    public Desk(Ledger ledger) {
        this.ledger = ledger;
    }

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    public String createTicket(String approvalId, String title) {
        return ledger.numbered("ticket");
    }

    @SideEffect(key = "{ctx.tenant}:{ticket}", fingerprint = "*")
    String closeTicket(String ticket) {
        return ledger.numbered("closed");
    }

    /** Overrides a tool, and says nothing of it. */
    static class NightDesk extends Desk {

        NightDesk(Ledger ledger) {
            super(ledger);
        }

        @Override
        public String createTicket(String approvalId, String title) {
            return "night-" + super.createTicket(approvalId, title);
        }
    }
}
