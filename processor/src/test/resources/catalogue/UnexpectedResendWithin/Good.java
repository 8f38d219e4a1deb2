import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(
            key = "{ctx.tenant}:{orderId}",
            fingerprint = "*",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "24h"))
    void charge(String orderId, long cents) {}
}
