package com.acme;

import dev.retrysafe.annotation.SideEffect;
import java.util.*;
import java.util.concurrent.BlockingQueue;

class Containers {
    static final String KEY = "{ctx.tenant}:{ctx.operation}";

    record Item(String sku, int count) {}

    static class Tags extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
    }

    static class Loose extends HashMap<String, List<? extends Item>> {
        private static final long serialVersionUID = 1L;
    }

    enum Color {
        RED
    }

    @SideEffect(key = KEY, fingerprint = "*")
    void ordered(List<Item> a, Deque<String> b, ArrayList<Integer> c, LinkedList<Long> d, String[] e, int[] f, long[][] g,
            byte[][] h, Item[] i, Tags j, List<Optional<String>> k, String... l) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void unordered(Set<Item> a, LinkedHashSet<String> b, TreeSet<Long> c, EnumSet<Color> d, Collection<Item> e,
            Iterable<String> f, BlockingQueue<String> g, Set<List<Set<String>>> h) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void jsonLike(Object a, Map<String, Object> b, Map<String, ?> c, List<?> d, Optional<Object> e, Object[] f,
            Collection<? super Item> g, Set<Object> h, Map<Color, List<Map<String, ?>>> i, Object... j) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void maps(Map<String, Item> a, TreeMap<Integer, String> b, EnumMap<Color, Item> c, Map<UUID, List<Item>> d,
            Map<Long, Map<String, Optional<Item>>> e, Loose f, Map<CharSequence, int[]> g) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void loose(List<? extends Item> a, Map<String, ? extends List<? extends Item>> b, List<List<? extends Item>> c,
            Collection<? extends Collection<? extends CharSequence>> d, Optional<? extends Item> e) {}

    @SideEffect(key = KEY, fingerprint = {"*", "!items.sku", "!byName.count", "!maybe.sku", "!array.sku", "!deep.sku"})
    void partly(List<Item> items, Map<String, Item> byName, Optional<Item> maybe, Item[] array,
            Map<String, List<Optional<Item>>> deep) {}

    @SuppressWarnings("retrysafe:UndecidedParameter")
    @SideEffect(key = KEY, fingerprint = {"items.sku", "byName.count"})
    void selected(List<Item> items, Map<String, Item> byName) {}
}
