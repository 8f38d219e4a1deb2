package com.acme;

import dev.retrysafe.annotation.SideEffect;
import java.util.*;

class Shapes {
    static final String KEY = "{ctx.tenant}:{ctx.operation}";

    record Page<T>(List<T> items, T first, Optional<Page<T>> next) {}

    record Pair<A, B>(A a, B b) {}

    record Item(String sku, int count) {}

    record Node(String name, Node parent, List<Node> children, Map<String, Node> byName) {}

    static class Base<T> {
        public T id;
        private boolean active;

        public boolean isActive() {
            return active;
        }

        public List<? extends T> getAll() {
            return List.of();
        }

        public CharSequence getLabel() {
            return "";
        }
    }

    static class Derived extends Base<Long> implements Named {
        private String url = "";

        @Override
        public String getLabel() {
            return "";
        }

        public String getURL() {
            return url;
        }

        protected void setUrl(String url) {
            this.url = url;
        }

        public static String getNothing() {
            return "";
        }

        public String getWith(String argument) {
            return argument;
        }
    }

    interface Named {
        default String getDisplayName() {
            return "";
        }
    }

    sealed interface Result<T> permits Ok, Failed, Nested {}

    record Ok<T>(T value, String $first, String Upper) implements Result<T> {}

    static final class Failed implements Result<Object> {
        public String getReason() {
            return "";
        }
    }

    sealed interface Nested<T> extends Result<T> permits Inner, Open {}

    record Inner<T>(List<T> values) implements Nested<T> {}

    static sealed class Open implements Nested<String> permits Closed {
        public int depth;
    }

    static final class Closed extends Open {
        public int more;
    }

    record Empty() {}

    @SideEffect(key = KEY, fingerprint = "*")
    void generic(Page<Item> a, Pair<String, Pair<Long, Item[]>> b, Page<Page<String>> c, Pair<? extends Item, ?
            extends List<? extends Item>> d) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void recursive(Node node, List<Node> nodes) {}

    @SideEffect(key = KEY, fingerprint = {"*", "!node.parent", "!node.children.children.parent", "!node.byName.name"})
    void recursivePart(Node node) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void beans(Derived a, List<Derived> b, Base<String> c) {}

    @SuppressWarnings("retrysafe:UndecidedParameter")
    @SideEffect(key = KEY, fingerprint = {"a.label", "a.displayName", "a.URL", "a.id", "a.all"})
    void beanPart(Derived a) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void sealedTypes(Result<Item> a, Result<String> b, Nested<Long> c, Ok<Item> leaf) {}

    @SideEffect(key = KEY, fingerprint = "*")
    <T extends Item, U extends List<T>, V extends Comparable<V> & CharSequence> void variables(T a, U b, T[] c, Map<String, U> d) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void empty(Empty empty) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void sealedClass(Open open) {}
}
