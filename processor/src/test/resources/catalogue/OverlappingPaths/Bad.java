import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(
            key = "{ctx.tenant}:{orderId}",
            fingerprint = {"*", "cents"})
//                              ^ ERROR OverlappingPaths
    void refund(String orderId, long cents) {}
}
