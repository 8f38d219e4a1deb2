import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*", mutation = Mutation.IDEMPOTENT)
//  ^ ERROR MissingResendWithin
    void charge(String orderId, long cents) {}
}
