import dev.retrysafe.annotation.SideEffect;

class Tickets {
    @SideEffect(key = "{ctx.tenant}:{ctx.approval}", fingerprint = {"*", "!toolCallId"})
    void open(String toolCallId, String title) {}
}
