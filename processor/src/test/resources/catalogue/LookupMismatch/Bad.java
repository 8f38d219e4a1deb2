import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;

class Tickets {
    record Ticket(String id) {}

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = "*",
            recovery = @Recovery(reconcile = "find"))
//                                           ^ ERROR LookupMismatch
    Ticket open(String approvalId, String title) {
        return new Ticket(approvalId);
    }

    Ticket find(String approvalId) {
        return new Ticket(approvalId);
    }
}
