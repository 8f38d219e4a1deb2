package dev.retrysafe.samples.chaos.check;

/**
 * An incident that the library reported.
 *
 * @param kind what
 * @param key of the operation
 * @param detail in words
 */
public record Alarm(String kind, String key, String detail) {}
