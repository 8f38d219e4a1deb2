import dev.retrysafe.annotation.SideEffect;

final class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    public void refund(String orderId, long cents) {}
//              ^ ERROR FinalClass
}
