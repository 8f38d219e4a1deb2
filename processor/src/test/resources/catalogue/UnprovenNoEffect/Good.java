import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(
            key = "{ctx.tenant}:{orderId}",
            fingerprint = "*",
            failures = @Failures(noEffect = java.net.ConnectException.class))
    void charge(String orderId, long cents) {}
}
