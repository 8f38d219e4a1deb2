import dev.retrysafe.annotation.SideEffect;

class Tickets {
    record Ticket(String id, String title) {}

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    Ticket open(String approvalId, String title) {
        return new Ticket(approvalId, title);
    }
}
