package com.acme.payments;

import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Currency;
import java.util.Optional;
import java.util.UUID;

/** Money: decimals, sealed means of payment, lookups, failures that are final. */
public class Payments {
    public record Money(BigDecimal amount, Currency currency) {}

    public sealed interface Means permits Card, Transfer, Wallet {}

    public record Card(String token) implements Means {}

    public record Transfer(String iban, Optional<String> bic) implements Means {}

    public static final class Wallet implements Means {
        private final String owner;

        public Wallet(String owner) {
            this.owner = owner;
        }

        public String getOwner() {
            return owner;
        }
    }

    public record Charge(UUID id, Money money, URI page) {}

    public record MerchantId(String value) {}

    public static class CardDeclined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public CardDeclined(String message) {
            super(message);
        }
    }

    @SideEffect(
            key = "{ctx.tenant}:{orderId}",
            fingerprint = "*",
            ttl = "30d",
            receipt = @Receipt(system = "bank", id = "id", url = "page"),
            recovery = @Recovery(reconcile = "findCharge", trustAbsentAfter = "15m"),
            failures = @Failures(replay = CardDeclined.class, noEffect = IllegalArgumentException.class))
    public Charge charge(String orderId, Money money, Means means) {
        return new Charge(new UUID(1, 2), money, URI.create("https://bank.example/1"));
    }

    protected Optional<Charge> findCharge(String orderId) {
        return Optional.empty();
    }

    @SideEffect(
            key = "{ctx.tenant}:{chargeId}:{refundNumber}",
            fingerprint = "*",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "24h"))
    public UUID refund(UUID chargeId, int refundNumber, BigDecimal amount) {
        return chargeId;
    }

    @SideEffect(
            key = "{ctx.tenant}:{chargeId}",
            fingerprint = "*",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "forever"))
    public void captureCharge(UUID chargeId) {}

    @SideEffect(key = "{merchantId}:{payoutId}", fingerprint = "*", failures = @Failures(witnessed = true))
    public String payOut(MerchantId merchantId, String payoutId, long cents) {
        return payoutId;
    }

    @SideEffect(key = "{ctx.tenant}:{invoice}", fingerprint = "*", mutation = Mutation.LOCAL_TRANSACTION)
    public boolean bookInvoice(String invoice, Money money) {
        return true;
    }

    @SideEffect(key = "{ctx.tenant}:{ctx.approval}", fingerprint = "*", storeResult = false)
    public String issueCard(String holder, Money limit) {
        return "secret";
    }

    @SideEffect(key = "{ctx.tenant}:{mandate}:{month.year}:{month.month}", fingerprint = {"mandate", "money"})
    public void collect(String mandate, YearAndMonth month, Money money) {}

    public record YearAndMonth(int year, int month) {}
}
