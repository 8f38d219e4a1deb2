package dev.retrysafe.samples.ticketdesk.desk;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The refund that is wanted.
 *
 * @param paymentId the payment to give back
 * @param amount how much; {@code 12.5} and {@code 12.50} are one effect
 * @param currency its currency
 * @param reason free text; no part of the effect's identity
 */
public record RefundPayment(
        String paymentId,
        BigDecimal amount,
        String currency,
        @Nullable String reason) {

    /** Refuses what a model left out, by name. */
    public RefundPayment {
        Required.present("paymentId", paymentId);
        Required.present("amount", amount);
        Required.present("currency", currency);
    }
}
