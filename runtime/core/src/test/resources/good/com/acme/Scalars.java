package com.acme;

import dev.retrysafe.annotation.SideEffect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.*;
import java.util.*;
import java.util.concurrent.atomic.*;

class Scalars {
    static final String KEY = "{ctx.tenant}:{ctx.operation}";

    enum Level {
        LOW {
            @Override
            int weight() {
                return 1;
            }
        };

        abstract int weight();
    }

    @SideEffect(key = KEY, fingerprint = "*")
    void texts(String a, CharSequence b, StringBuilder c, char d, Character e, Level f, UUID g, URI h, Currency i, Locale j) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void integrals(
            byte a, short b, int c, long d, Byte e, Short f, Integer g, Long h, BigInteger i, AtomicInteger j, AtomicLong k,
            OptionalInt l, OptionalLong m) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void others(
            boolean a, Boolean b, AtomicBoolean c, double d, Double e, float f, Float g, OptionalDouble h, BigDecimal i,
            byte[] j) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void times(
            Instant a, OffsetDateTime b, ZonedDateTime c, Date d, LocalDate e, LocalTime f, LocalDateTime g, OffsetTime h,
            Year i, YearMonth j, MonthDay k, Duration l, Period m, ZoneId n, ZoneOffset o, DayOfWeek p, Month q) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void nothing() {}
}
