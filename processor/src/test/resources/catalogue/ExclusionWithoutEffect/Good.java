import dev.retrysafe.annotation.SideEffect;

class Tickets {
    record Request(String title, String note) {}

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = {"request", "!request.note"})
    void open(String approvalId, Request request) {}
}
