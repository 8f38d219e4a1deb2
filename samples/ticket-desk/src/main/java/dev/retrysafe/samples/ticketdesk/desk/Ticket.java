package dev.retrysafe.samples.ticketdesk.desk;

/**
 * A ticket of the vendor.
 *
 * @param id the vendor's id
 * @param url where people find it
 * @param title what is wrong
 * @param severity how bad it is
 */
public record Ticket(String id, String url, String title, Severity severity) {}
