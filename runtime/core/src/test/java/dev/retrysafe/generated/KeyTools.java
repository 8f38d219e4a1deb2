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

    @SuppressWarnings("retrysafe:UndecidedParameter")
    @SideEffect(key = "{shop}:{bean.line.order.value}:{bean.line.number}:x-{bean.letter}-y", fingerprint = "shop")
    void paths(@TenantScope String shop, @SuppressWarnings("retrysafe:UndecidedParameter") Bean bean) {}

    @SuppressWarnings("retrysafe:UndecidedParameter")
    @SideEffect(key = "{ctx.tenant}:{bean.failing}", fingerprint = "text")
    void failing(Bean bean, String text) {}

    @SideEffect(key = "{ctx.tenant}:{ctx.operation}:{fingerprint}", fingerprint = "*")
    void hashed(String text) {}

    @TenantScope
    record Shop(UUID value) {}

    record Request(@TenantScope @Nullable String owner, Optional<Shop> shop, String note) {}

    @TenantScope
    record Region(String name, String zone) {}

    static class Account {
        private final long number;

        Account(long number) {
            this.number = number;
        }

        @TenantScope
        public long getNumber() {
            return number;
        }
    }

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", tool = "marked_parameter")
    void markedParameter(String id, @TenantScope @Nullable String owner) {}

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", tool = "marked_number")
    void markedNumber(String id, @TenantScope int owner) {}

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", tool = "marked_member")
    void markedMember(String id, @Nullable Request request, @Nullable Account account) {}

    @SideEffect(key = "{ctx.tenant}:{id}:{owner}", fingerprint = "*", tool = "marked_in_key")
    void markedInKey(String id, @TenantScope @Nullable String owner) {}

    @SideEffect(key = "{ctx.tenant}:{region.name}:{region.zone}", fingerprint = "*", tool = "part_of_marked")
    void partOfMarked(Region region) {}

    record Envelope(Header header, @Nullable Envelope inner, Optional<Party> seller) {}

    record Header(Party buyer, Address address) {}

    record Party(
            String name,
            @TenantScope String org,
            @TenantScope @Nullable Integer number) {}

    record Address(String street) {}

    @SideEffect(
            key = "{ctx.tenant}:{envelope.header.address.street}",
            fingerprint = {"*", "!envelope.inner"},
            tool = "marked_deep")
    void markedDeep(Envelope envelope) {}

    @SideEffect(key = "{ctx.tenant}:{id}:{tenantId}", fingerprint = "*", tool = "named_only")
    void namedOnly(String id, String tenantId) {}
}
