package com.acme;

import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(
            key = "{ctx.tenant}:refund",
            fingerprint = "*")
    void refund(String orderId) {}
}
