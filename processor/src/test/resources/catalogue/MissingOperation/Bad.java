import dev.retrysafe.annotation.SideEffect;

class Newsletter {
    @SideEffect(key = "{ctx.tenant}:newsletter", fingerprint = "*")
//                    ^ ERROR MissingOperation
    void send(String subject, String body) {}
}
