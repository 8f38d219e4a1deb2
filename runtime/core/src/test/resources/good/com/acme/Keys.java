package com.acme;

import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.annotation.TenantScope;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.*;
import java.util.concurrent.atomic.*;

class Keys {
    record OrderId(UUID value) {}

    record Line(OrderId order, Optional<Integer> number, boolean express) {}

    record Wrapped(OrderId id) {}

    static class Bean {
        public char letter;
        private Line line;

        @TenantScope
        private String shop = "";

        public Line getLine() {
            return line;
        }

        public String getShop() {
            return shop;
        }
    }

    enum Kind {
        A
    }

    @TenantScope
    record Shop(String code) {}

    @SideEffect(key = "tenant_{ctx.tenant}.x:a-{text}_b:{number}:{big}:{flag}:{id}:{kind}:{day}:{wrapped}:{ctx.custom-name}",
            fingerprint = "*")
    void all(String text, int number, BigInteger big, boolean flag, UUID id, Kind kind, LocalDate day, Wrapped wrapped) {}

    @SideEffect(key = "{shop}:{bean.line.order}:{bean.line.number}:{bean.line.express}:{bean.letter}", fingerprint = "bean")
    void paths(Shop shop, @SuppressWarnings("unused") Bean bean) {}

    @SideEffect(key = "{bean.shop}:{a}:{b}:{c}:{d}:{e}:{f}", fingerprint = {"*", "!bean"})
    void wrappers(Bean bean, Optional<String> a, OptionalInt b, OptionalLong c, AtomicLong d, AtomicBoolean e, Character f) {}

    @SideEffect(key = "{tenantId}:{fingerprint}:{orderId.value}", fingerprint = "*")
    void hash(long tenantId, OrderId orderId) {}

    @SideEffect(key = "{tenant.value}:{accountId}", fingerprint = "*")
    void named(OrderId tenant, Short accountId) {}

    @SideEffect(key = "{marked}:{tenantId}", fingerprint = "*")
    <T extends CharSequence, K extends Kind> void genericKey(@TenantScope T marked, K tenantId) {}
}
