import dev.retrysafe.annotation.SideEffect;

class Tickets {
    record Request(String title, String note) {}

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = {"request.title", "!request.note"})
//                                          ^ ERROR ExclusionWithoutEffect
    void open(String approvalId, Request request) {}
}
