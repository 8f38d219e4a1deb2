package dev.retrysafe.samples.ticketdesk.desk;

/** How bad it is. */
public enum Severity {
    /** Can wait. */
    LOW,
    /** Somebody is woken up. */
    HIGH
}
