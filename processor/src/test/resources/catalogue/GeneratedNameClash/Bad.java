import dev.retrysafe.annotation.SideEffect;

abstract class Refunds {
//       ^ ERROR GeneratedNameClash
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    void refund(String orderId, long cents) {}
}

class Refunds_SideEffects {}
