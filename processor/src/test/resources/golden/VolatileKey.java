package com.acme;

import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(
            key = "{ctx.tenant}:{toolCallId}",
            fingerprint = "orderId")
    void refund(String toolCallId, String orderId) {}
}
