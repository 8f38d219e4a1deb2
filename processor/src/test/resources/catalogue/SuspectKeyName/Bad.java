import dev.retrysafe.annotation.SideEffect;

class Tickets {
    @SideEffect(key = "{ctx.tenant}:{messageId}", fingerprint = {"*", "!messageId"})
//                    ^ WARNING SuspectKeyName
    void open(String messageId, String title) {}
}
