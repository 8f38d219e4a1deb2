package com.acme;

import dev.retrysafe.annotation.SideEffect;

class Payments {
    @SideEffect(key = "{orderId}", fingerprint = "*")
    void refund(String orderId) {}
}
