import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "!comment")
//                                                            ^ ERROR EmptyFingerprint
    void refund(String orderId, long cents, String comment) {}
}
