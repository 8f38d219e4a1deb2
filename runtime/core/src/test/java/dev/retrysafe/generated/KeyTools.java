package dev.retrysafe.generated;

import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.annotation.TenantScope;
import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Tools whose keys read all kinds of values. */
class KeyTools {

    record OrderId(UUID value) {}

    record Line(OrderId order, Optional<Integer> number) {}

    enum Kind {
        SMALL {
            @Override
            public String toString() {
                return "tiny";
            }
        }
    }

    static class Bean {
        public char letter = 'x';

        private final @Nullable Line line;

        Bean(@Nullable Line line) {
            this.line = line;
        }

        public @Nullable Line getLine() {
            return line;
        }

        public String getFailing() {
            throw new IllegalStateException("cannot be read");
        }
    }

    @SideEffect(key = "{tenantId}:{id}", fingerprint = "*")
    void pair(@Nullable String tenantId, String id) {}

    @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*")
    void byNumber(@Nullable Integer order) {}

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", tool = "charge")
    void charge(String id) {}

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", tool = "refund")
    void refund(String id) {}

    @SideEffect(
            key = "{ctx.tenant}:{order}:{flag}:{kind}:{day}:{count}:{big}:{letter}",
            fingerprint = {"*", "!big"})
    void kinds(OrderId order, boolean flag, Kind kind, LocalDate day, OptionalInt count, AtomicLong big, char letter) {}

    @SideEffect(key = "{shop}:{bean.line.order.value}:{bean.line.number}:x-{bean.letter}-y", fingerprint = "shop")
    void paths(@TenantScope String shop, @SuppressWarnings("retrysafe:UndecidedParameter") Bean bean) {}

    @SideEffect(key = "{ctx.tenant}:{bean.failing}", fingerprint = "text")
    void failing(Bean bean, String text) {}

    @SideEffect(key = "{ctx.tenant}:{ctx.operation}:{fingerprint}", fingerprint = "*")
    void hashed(String text) {}
}
