package com.acme;

import dev.retrysafe.annotation.SideEffect;

class Payments {
    record Refund(String orderId, long cents, String reason) {}

    @SideEffect(
            key = "{ctx.tenant}:{refund.orderId}",
            fingerprint = {
                "*",
                "!refund.raeson"
            })
    void refund(Refund refund) {}
}
