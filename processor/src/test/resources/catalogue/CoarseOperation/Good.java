import dev.retrysafe.annotation.SideEffect;

class Mails {
    @SideEffect(key = "{ctx.tenant}:{ctx.conversation}:{ctx.turn}", fingerprint = "*")
    void send(String to, String body) {}
}
