package dev.retrysafe.samples.chaos.check;

/**
 * A line of the ledger.
 *
 * @param at when it was applied, microseconds
 * @param id the ledger's
 * @param name tool, tenant and decision
 * @param amount what it carries
 */
public record Effect(long at, String id, String name, long amount) {}
