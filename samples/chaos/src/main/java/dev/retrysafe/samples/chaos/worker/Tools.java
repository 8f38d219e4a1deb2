package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.samples.chaos.plan.Tool;
import java.util.Optional;

/** The tools, one of each class of recovery. */
public class Tools {

    private final LedgerClient ledger;

    Tools(LedgerClient ledger) {
        this.ledger = ledger;
    }

    /** Never sent twice; a doubt stays one. */
    @SideEffect(
            key = "{ctx.tenant}:{decision}",
            fingerprint = "*",
            receipt = @Receipt(system = "ledger", id = "id"),
            failures = @Failures(noEffect = RefusedException.class))
    Entry postNote(String decision, long amount) {
        return ledger.apply(Tool.POST_NOTE.word(), decision, amount);
    }

    /** Never sent twice; a doubt may be settled by what the ledger has. */
    @SideEffect(
            key = "{ctx.tenant}:{decision}",
            fingerprint = "*",
            receipt = @Receipt(system = "ledger", id = "id"),
            recovery = @Recovery(reconcile = "findTicket"),
            failures = @Failures(noEffect = RefusedException.class))
    Entry openTicket(String decision, long amount) {
        return ledger.apply(Tool.OPEN_TICKET.word(), decision, amount);
    }

    @ReadOnly
    Optional<Entry> findTicket(String decision) {
        return ledger.find(Tool.OPEN_TICKET.word(), decision);
    }

    /** Sent again in doubt: the ledger deduplicates on the forwarded key. */
    @SideEffect(
            key = "{ctx.tenant}:{decision}",
            fingerprint = "*",
            mutation = Mutation.IDEMPOTENT,
            receipt = @Receipt(system = "ledger", id = "id"),
            recovery = @Recovery(resendWithin = "24h"),
            failures = @Failures(noEffect = RefusedException.class))
    Entry payRefund(String decision, long amount) {
        return ledger.apply(Tool.PAY_REFUND.word(), decision, amount);
    }

    /** What the ledger does not have after the trusted time (the plan's) is done anew. */
    @SideEffect(
            key = "{ctx.tenant}:{decision}",
            fingerprint = "*",
            receipt = @Receipt(system = "ledger", id = "id"),
            recovery = @Recovery(reconcile = "findSeat", trustAbsentAfter = "9s"),
            failures = @Failures(noEffect = RefusedException.class))
    Entry bookSeat(String decision, long amount) {
        return ledger.apply(Tool.BOOK_SEAT.word(), decision, amount);
    }

    @ReadOnly
    Optional<Entry> findSeat(String decision) {
        return ledger.find(Tool.BOOK_SEAT.word(), decision);
    }
}
