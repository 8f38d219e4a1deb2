package com.acme;

import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(
            key = "{ctx.tenant}:{orderId}",
            fingerprint = "*",
            ttl = "24")
    void refund(String orderId) {}
}
