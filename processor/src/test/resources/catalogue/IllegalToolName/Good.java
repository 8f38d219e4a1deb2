import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*", tool = "refund_order")
    void refund(String orderId, long cents) {}
}
