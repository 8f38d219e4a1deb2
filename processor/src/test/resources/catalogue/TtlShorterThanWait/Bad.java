import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*", ttl = "5s")
//                                                                       ^ ERROR TtlShorterThanWait
    void refund(String orderId, long cents) {}
}
