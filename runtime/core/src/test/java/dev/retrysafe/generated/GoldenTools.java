package dev.retrysafe.generated;

import dev.retrysafe.annotation.SideEffect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tools of the golden fingerprints. Another name, or another type of an argument, is another fingerprint. */
class GoldenTools {

    private static final String KEY = "{ctx.tenant}:{ctx.operation}";

    enum Severity {
        LOW,
        HIGH {
            @Override
            public String toString() {
                return "high";
            }
        }
    }

    record Line(String sku, int count, BigDecimal price) {}

    record Order(
            String id,
            @Nullable String note,
            List<Line> lines,
            Map<String, Line> extras,
            Set<String> tags,
            Optional<Severity> severity) {}

    record Node(String name, @Nullable Node next, List<Node> children) {}

    sealed interface Payment permits Card, Transfer, Voucher {}

    record Card(String token, @Nullable Payment fallback) implements Payment {}

    record Transfer(String iban, String Upper) implements Payment {}

    static final class Voucher implements Payment {
        public String getCode() {
            return "V-1";
        }
    }

    static class Mail {
        public String to = "ann@example.com";

        public boolean isUrgent() {
            return true;
        }

        public String getURL() {
            return "https://example.com";
        }
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_json")
    void json(@Nullable Object value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_json_map")
    void jsonMap(Map<String, ?> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_text")
    void text(@Nullable String value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_names")
    void names(char letter, Severity severity, UUID uuid, URI uri, Currency currency, Locale locale) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_flag")
    void flag(boolean value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_integer")
    void integer(long value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_big_integer")
    void bigInteger(BigInteger value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_decimal")
    void decimal(BigDecimal value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_real")
    void real(double value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_single")
    void single(float value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_instant")
    void instant(Instant value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_moments")
    void moments(OffsetDateTime offset, ZonedDateTime zoned, Date date) {}

    @SuppressWarnings("retrysafe:VolatileFingerprint")
    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_calendar")
    void calendar(LocalDate date, LocalTime time, LocalDateTime both, Duration duration) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_bytes")
    void bytes(byte[] value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_list")
    void list(List<@Nullable String> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_set")
    void set(Set<String> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_collection")
    void collection(Collection<Integer> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_matrix")
    void matrix(int[][] value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_map")
    void map(Map<String, @Nullable Long> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_map_by_number")
    void mapByNumber(Map<Integer, Set<Severity>> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_maybe")
    void maybe(Optional<String> text, OptionalInt number, OptionalLong large, OptionalDouble real) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_order")
    void order(String approvalId, @Nullable Order order) {}

    @SideEffect(
            key = KEY,
            tool = "golden_order_without",
            fingerprint = {"*", "!order.note", "!order.lines.price", "!order.extras.count"})
    void orderWithout(String approvalId, Order order) {}

    @SuppressWarnings("retrysafe:UndecidedParameter")
    @SideEffect(
            key = KEY,
            tool = "golden_order_only",
            fingerprint = {"order.id", "order.lines.sku"})
    void orderOnly(Order order) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_node")
    void node(Node node) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_pay")
    void pay(Payment payment) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_mail")
    void mail(Mail mail) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "golden_nothing")
    void nothing() {}
}
