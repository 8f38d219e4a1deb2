import dev.retrysafe.annotation.SideEffect;

class Mails {
    @SideEffect(key = "{ctx.tenant}:{ctx.conversation}", fingerprint = "*")
//                    ^ WARNING CoarseOperation
    void send(String to, String body) {}
}
