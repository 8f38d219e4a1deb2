import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @ReadOnly
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    void refund(String orderId, long cents) {}
//       ^ ERROR ReadOnlySideEffect
}
