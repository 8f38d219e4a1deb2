import dev.retrysafe.annotation.SideEffect;

class Tickets {
    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    Object open(String approvalId, String title) {
//         ^ ERROR UnsupportedResult
        return title;
    }
}
