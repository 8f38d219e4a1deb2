import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(
            key = "{ctx.tenant}:{orderId}",
            fingerprint = "*",
            recovery = @Recovery(resendWithin = "24h"))
//                                              ^ ERROR UnexpectedResendWithin
    void charge(String orderId, long cents) {}
}
