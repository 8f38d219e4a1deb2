import dev.retrysafe.annotation.SideEffect;

class Tickets {
    record Request(String title) {}

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    void open(String approvalId, Request request) {}
}
