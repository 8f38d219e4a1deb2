package dev.retrysafe.generated;

import dev.retrysafe.annotation.SideEffect;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tools around types of every shape: sealed, recursive, generic, nested. */
class ShapeTools {

    private static final String KEY = "{ctx.tenant}:{ctx.operation}";

    sealed interface Payment<T> permits Card, Transfer, Refund {}

    record Card<T>(String number, @Nullable T extra) implements Payment<T> {}

    sealed interface Transfer<T> extends Payment<T> permits Instant, Batch {}

    record Instant<T>(T amount) implements Transfer<T> {}

    record Batch<T>(List<? extends Payment<T>> parts) implements Transfer<T> {}

    static final class Refund implements Payment<String> {
        public final @Nullable Payment<String> of;

        Refund(@Nullable Payment<String> of) {
            this.of = of;
        }
    }

    record Amount(long cents) implements Serializable {}

    /** A comes back through B, in every kind of container. */
    static class A {
        public Optional<B> maybe = Optional.empty();
        public final List<B> list = new ArrayList<>();
        public final Map<String, B> map = new HashMap<>();
        public @Nullable Link link;
    }

    record B(@Nullable A a) {}

    sealed interface Link permits Direct {}

    record Direct(A a) implements Link {}

    interface Request {
        record Line(String sku) {}
    }

    @SuppressWarnings("ClassCanBeStatic") // What the test is about.
    class Inner {
        public final String name = "inner";
    }

    interface Tool<T extends Amount> {
        @SideEffect(key = KEY, fingerprint = "*", tool = "tool_of_bound")
        void run(T request);
    }

    static class AmountTool implements Tool<Amount> {
        @Override
        public void run(Amount request) {}
    }

    abstract static class Base<T> {
        public abstract void handle(T request, List<T> more);
    }

    static class Concrete extends Base<Request.Line> {
        @Override
        @SideEffect(key = KEY, fingerprint = "*", tool = "concrete")
        public void handle(Request.Line request, List<Request.Line> more) {}
    }

    @SideEffect(key = KEY, fingerprint = "*")
    void payments(@Nullable Payment<Amount> amounts, @Nullable Payment<String> texts) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void mutual(A a) {}

    @SideEffect(key = KEY, fingerprint = "*")
    <T extends Amount & Serializable, U extends T> void bounded(
            T one, List<? extends U> many, Map<String, ? extends T> byName, List<? super Integer> any) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void nestedTypes(Inner inner, Request.Line line) {}

    static class Around<T> {
        class Within {
            private final T value;

            Within(T value) {
                this.value = value;
            }

            public T getValue() {
                return value;
            }
        }
    }

    @SideEffect(key = KEY, fingerprint = "*")
    void withinGenericTypes(Around<String>.Within text, Around<Long>.Within number) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void keys(Map<CharSequence, Integer> byText, Map<@Nullable String, Integer> byName) {}
}
