package com.acme.stock;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/** Inventory: beans with getters, inherited ones too, and collections of every kind. */
public class Warehouse {
    public static class Item {
        private final String sku;
        private final int quantity;

        public Item(String sku, int quantity) {
            this.sku = sku;
            this.quantity = quantity;
        }

        public String getSku() {
            return sku;
        }

        public int getQuantity() {
            return quantity;
        }
    }

    public static class ColdItem extends Item {
        private final boolean frozen;

        public ColdItem(String sku, int quantity, boolean frozen) {
            super(sku, quantity);
            this.frozen = frozen;
        }

        public boolean isFrozen() {
            return frozen;
        }
    }

    public static class Dimensions {
        public int width;
        public int height;
        public int depth;
    }

    public enum Zone {
        A,
        B
    }

    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    public void reserve(String orderId, List<Item> items) {}

    @SideEffect(key = "{ctx.tenant}:{delivery}", fingerprint = "*")
    public Map<String, Integer> receive(BigInteger delivery, Deque<ColdItem> items) {
        return new TreeMap<>();
    }

    @SideEffect(
            key = "{ctx.tenant}:{sku}:{countId}",
            fingerprint = "*",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "forever"))
    public long setQuantity(String sku, short countId, long quantity) {
        return quantity;
    }

    @SideEffect(key = "{ctx.tenant}:{from}:{to}:{ctx.operation}", fingerprint = "*")
    public EnumMap<Zone, Integer> move(Zone from, Zone to, SortedSet<String> skus) {
        return new EnumMap<>(Zone.class);
    }

    @SideEffect(key = "{ctx.tenant}:{ctx.operation}", fingerprint = "*")
    public void writeOff(Collection<Item> items, Map<Zone, List<String>> places) {}

    @SideEffect(key = "{ctx.tenant}:{item.sku}", fingerprint = {"item", "dimensions.width", "dimensions.height", "!item.quantity"})
    @SuppressWarnings("retrysafe:UndecidedParameter")
    public void relabel(Item item, Dimensions dimensions) {}

    @SideEffect(key = "{ctx.tenant}:{dryRun}:{ctx.operation}", fingerprint = "*")
    public byte[] printLabels(boolean dryRun, Map<Integer, Dimensions> sizes) {
        return new byte[0];
    }
}
