package dev.retrysafe.samples.chaos.worker;

/**
 * An effect, as the ledger answers it and as tools return it.
 *
 * @param id the ledger's
 * @param name tool, tenant and decision
 * @param amount what it carries
 */
public record Entry(String id, String name, long amount) {

    static Entry parse(String line) {
        String[] parts = line.split("\t", -1);
        return new Entry(parts[0], parts[1], Long.parseLong(parts[2]));
    }
}
