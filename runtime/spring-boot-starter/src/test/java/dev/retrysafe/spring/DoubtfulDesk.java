package dev.retrysafe.spring;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.util.Optional;

/** Tools whose every first answer gets lost. Their lookups need the object itself: a proxy has no ledger. */
public class DoubtfulDesk {

    private final Ledger ledger;

    public DoubtfulDesk(Ledger ledger) {
        this.ledger = ledger;
    }

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = "*",
            tool = "doubtful_ticket",
            recovery = @Recovery(reconcile = "findTicket"))
    public String createTicket(String approvalId) {
        ledger.effect("ticket " + approvalId);
        throw new IllegalStateException("the answer was lost");
    }

    Optional<String> findTicket(String approvalId) {
        String ticket = "ticket " + approvalId;
        return ledger.effects().contains(ticket) ? Optional.of(ticket) : Optional.empty();
    }

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = "*",
            tool = "doubtful_refund",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "forever"))
    public String refund(String approvalId) {
        ledger.effect("refund " + approvalId);
        if (ledger.effects().size() == 1) {
            throw new IllegalStateException("the answer was lost");
        }
        return "refunded";
    }
}
