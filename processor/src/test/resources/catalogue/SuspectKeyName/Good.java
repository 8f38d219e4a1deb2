import dev.retrysafe.annotation.SideEffect;

class Tickets {
    @SideEffect(key = "{ctx.tenant}:{ctx.operation}", fingerprint = {"*", "!messageId"})
    void open(String messageId, String title) {}
}
