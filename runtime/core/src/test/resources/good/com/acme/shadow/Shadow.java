package com.acme.shadow;

import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;

/** A package with types named like those of java.lang and of the runtime. */
class Shadow {
    record Order(java.lang.String id, char letter, java.lang.Integer number, java.util.List<Boolean> list, List own, Map map) {}

    @SideEffect(key = "{ctx.tenant}:{order.id}:{order.letter}:{order.number}", fingerprint = "*", tool = "shadow",
            receipt = @Receipt(id = "number", url = "letter"))
    Order ship(Order order, Object object, java.lang.Iterable<java.lang.String> texts) {
        return order;
    }
}
