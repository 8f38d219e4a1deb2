import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}{orderId}", fingerprint = "*")
//                    ^ ERROR MalformedKey
    void refund(String orderId, long cents) {}
}
