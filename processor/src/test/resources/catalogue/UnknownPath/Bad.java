import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:{ordrId}", fingerprint = "*")
//                    ^ ERROR UnknownPath
    void refund(String orderId, long cents) {}
}
