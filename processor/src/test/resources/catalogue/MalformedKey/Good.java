import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:order_{orderId}", fingerprint = "*")
    void refund(String orderId, long cents) {}
}
