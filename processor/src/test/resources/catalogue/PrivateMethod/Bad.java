import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    private void refund(String orderId, long cents) {}
//               ^ ERROR PrivateMethod
}
