import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(
            key = "{ctx.tenant}:{orderId}",
            fingerprint = "*",
            failures = @Failures(noEffect = RuntimeException.class))
//                                                          ^ ERROR UnprovenNoEffect
    void charge(String orderId, long cents) {}
}
