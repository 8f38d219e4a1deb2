import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
//                                                            ^ WARNING FloatingPointAmount
    void refund(String orderId, double amount) {}
}
