package dev.retrysafe.generated;

import dev.retrysafe.annotation.SideEffect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Tools whose arguments are of all kinds. */
class ValueTools {

    private static final String KEY = "{ctx.tenant}:{ctx.operation}";

    enum Kind {
        A
    }

    record Item(String sku, @Nullable Integer count) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Order(String id, List<Item> items, Map<String, Item> byName, Optional<Item> first, Item[] array) {}

    record Page<T>(List<T> items, Optional<T> first) {}

    record Node(String name, @Nullable Node next, List<Node> children) {}

    static class Animal<T> {
        public @Nullable T tag;

        public String getName() {
            return "n";
        }

        public boolean isBig() {
            return true;
        }
    }

    static class Dog extends Animal<Long> {
        public String getURL() {
            return "u";
        }
    }

    static class Puppy extends Dog {}

    sealed interface Shape permits Circle, Box {}

    record Circle(int radius) implements Shape {}

    record Box(int width, @Nullable Shape inner, String $note) implements Shape {}

    /** The same members as the next one, in another order. */
    record Before(String a, long b, Item c) {}

    record After(Item c, String a, long b) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void texts(
            String text,
            char letter,
            Kind kind,
            UUID uuid,
            URI uri,
            Currency currency,
            Locale locale,
            StringBuilder builder) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void decimal(BigDecimal value) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void floating(double a, Float b, OptionalDouble c) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void integral(
            byte a,
            Short b,
            int c,
            Long d,
            BigInteger e,
            AtomicInteger f,
            OptionalInt g,
            OptionalLong h,
            AtomicBoolean i) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void times(Instant a, OffsetDateTime b, ZonedDateTime c, Date d, LocalDate e) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void containers(
            List<@Nullable String> list,
            Deque<Integer> deque,
            int[] array,
            Set<@Nullable String> set,
            Collection<String> collection,
            List<Optional<String>> optionals) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void maps(Map<Integer, String> byNumber, Map<Kind, @Nullable Item> byKind, Map<UUID, List<String>> byUuid) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void bytes(byte @Nullable [] file) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void order(@Nullable Order order) {}

    @SideEffect(
            key = KEY,
            fingerprint = {"order", "!order.items.sku", "!order.byName.count", "!order.first.sku", "!order.array"})
    void orderWithout(@Nullable Order order) {}

    @SuppressWarnings("retrysafe:UndecidedParameter")
    @SideEffect(
            key = KEY,
            fingerprint = {"order.items.sku", "order.first.count", "text"})
    void orderOnly(@Nullable Order order, String text) {}

    @SideEffect(key = KEY, fingerprint = "*")
    <T extends Item> void generic(Page<? extends T> page, T[] more) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void nodes(Node node) {}

    @SideEffect(
            key = KEY,
            fingerprint = {"*", "!node.next.name", "!node.children"})
    void nodesWithout(Node node) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void dogs(Dog dog) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void shapes(Shape shape, Circle circle) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void before(Before value) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void after(After value) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void noParameters() {}
}
