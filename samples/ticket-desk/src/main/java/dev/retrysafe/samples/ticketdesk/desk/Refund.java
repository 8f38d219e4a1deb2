package dev.retrysafe.samples.ticketdesk.desk;

import java.math.BigDecimal;

/**
 * A refund of the vendor.
 *
 * @param id the vendor's id
 * @param url where people find it
 * @param paymentId the payment that was given back
 * @param amount how much
 */
public record Refund(String id, String url, String paymentId, BigDecimal amount) {}
