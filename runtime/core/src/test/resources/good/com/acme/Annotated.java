package com.acme;

import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Annotations on types, everywhere where they may stand. */

class Annotated {
    record Order(@Nullable String id, List<@Nullable String> notes, Map<String, @Nullable Line> lines, @Nullable Line @Nullable [] array) {}

    record Line(java.util.@Nullable UUID sku, Optional<@Nullable Integer> count) {}

    record Ticket(@Nullable String id) {}

    interface Port<R extends @Nullable Object, Q extends Order> {
        @SideEffect(key = "{ctx.tenant}:{order.id}", fingerprint = "*", tool = "port")
        void send(@Nullable Q order);
    }

    static class Adapter implements Port<@Nullable String, Order> {
        @Override
        @SideEffect(key = "{ctx.tenant}:{order.id}", fingerprint = "*", tool = "port")
        public void send(@Nullable Order order) {}
    }

    @SideEffect(key = "{ctx.tenant}:{order.id}", fingerprint = {"*", "!order.lines.sku"}, receipt = @Receipt(id = "id"))
    @Nullable Ticket ship(@Nullable Order order, @Nullable String @Nullable ... more) {
        return null;
    }

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    List<@Nullable Ticket> many(@Nullable Integer id) {
        return List.of();
    }
}
