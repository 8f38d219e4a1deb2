import dev.retrysafe.annotation.SideEffect;

class Refunds {
    @SideEffect(key = "{orderId}", fingerprint = "*")
//                    ^ ERROR MissingTenantScope
    void refund(String orderId, long cents) {}
}
