import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*", tool = "refund order")
//                                                                        ^ ERROR IllegalToolName
    void refund(String orderId, long cents) {}
}
