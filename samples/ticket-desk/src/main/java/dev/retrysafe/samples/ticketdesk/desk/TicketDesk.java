package dev.retrysafe.samples.ticketdesk.desk;

import dev.retrysafe.CallContext;
import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.web.client.HttpClientErrorException;

/** The tools of the desk. Whoever calls them may call them again. */
@Service
public class TicketDesk {

    private final VendorClient vendor;

    TicketDesk(VendorClient vendor) {
        this.vendor = vendor;
    }

    /**
     * Creates a ticket. The vendor creates another one for every request, so a request whose fate is unknown is never
     * sent again. What the vendor refuses as malformed (400) it has not created.
     *
     * @param approvalId the approval that this ticket is created under: one approval, one ticket
     * @param request the ticket
     * @return the ticket, the same one on every retry
     */
    @SideEffect(
            key = "{ctx.tenant}:{ctx.conversation}:{approvalId}",
            fingerprint = {"*", "!request.note"},
            ttl = "72h",
            receipt = @Receipt(system = "vendor", id = "id", url = "url"),
            failures = @Failures(noEffect = HttpClientErrorException.BadRequest.class))
    public Ticket createTicket(String approvalId, CreateTicket request) {
        String reference = fromContext("tenant") + "/" + fromContext("conversation") + "/" + approvalId;
        return vendor.create(
                new VendorClient.TicketOrder(reference, request.title(), request.severity(), request.note()));
    }

    /**
     * Gives a payment back. The vendor deduplicates on the forwarded key for a day.
     *
     * @param approvalId the approval that this refund is made under
     * @param request the refund
     * @return the refund, the same one on every retry
     */
    @SideEffect(
            key = "{ctx.tenant}:{request.paymentId}:{approvalId}",
            fingerprint = {"*", "!request.reason"},
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "24h"),
            receipt = @Receipt(system = "vendor", id = "id", url = "url"))
    // The vendor never sees the reason.
    @SuppressWarnings("retrysafe:IdempotentLeavesOut")
    public Refund refundPayment(String approvalId, RefundPayment request) {
        String reference = fromContext("tenant") + "/" + request.paymentId() + "/" + approvalId;
        return vendor.refund(
                new VendorClient.RefundOrder(reference, request.paymentId(), request.amount(), request.currency()));
    }

    /**
     * Looks a ticket up.
     *
     * @param id the vendor's id
     * @return the ticket, if there is one
     */
    @ReadOnly
    public Optional<Ticket> findTicket(String id) {
        return vendor.find(id);
    }

    private static String fromContext(String name) {
        CallContext context = CallContext.current();
        return String.valueOf(context == null ? null : context.get(name));
    }
}
