import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    void refund(String orderId) {}

    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    void refund(String orderId, long cents) {}
//       ^ ERROR DuplicateToolName
}
