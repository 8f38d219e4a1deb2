import dev.retrysafe.annotation.SideEffect;

class Newsletter {
    @SideEffect(key = "{ctx.tenant}:newsletter:{ctx.operation}", fingerprint = "*")
    void send(String subject, String body) {}
}
