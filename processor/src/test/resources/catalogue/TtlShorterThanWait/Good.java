import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*", ttl = "24h")
    void refund(String orderId, long cents) {}
}
