import dev.retrysafe.annotation.SideEffect;

abstract class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    void refund(String orderId, long cents) {}
}

class RefundsSideEffects {}
