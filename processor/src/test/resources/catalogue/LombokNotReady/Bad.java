import dev.retrysafe.annotation.SideEffect;

class Tickets {
    @lombok.Value
    static class Request {
        String title;
    }

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    void open(String approvalId, Request request) {}
//       ^ ERROR LombokNotReady
}
