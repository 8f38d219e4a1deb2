package com.acme;

import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    public final void refund(String orderId) {}
}
