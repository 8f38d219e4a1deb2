package dev.retrysafe.samples.ticketdesk.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The vendor's ledger, read as an outsider reads it: the file alone, operations by the reference that was ordered, no key
 * and no receipt of Retrysafe.
 */
final class Effects {

    /**
     * One line.
     *
     * @param operation {@code ticket} or {@code refund} and the caller's reference
     * @param id the vendor's id
     * @param key the forwarded key; empty when none was
     */
    record Effect(String operation, String id, String key) {}

    private final Path ledger;

    Effects(Path ledger) {
        this.ledger = ledger;
    }

    List<Effect> all() throws IOException {
        List<Effect> effects = new ArrayList<>();
        if (Files.exists(ledger)) {
            for (String line : Files.readAllLines(ledger)) {
                JsonNode effect = Http.JSON.readTree(line);
                effects.add(new Effect(
                        effect.path("kind").asString() + " "
                                + effect.path("reference").asString(),
                        effect.path("id").asString(),
                        effect.path("idempotency_key").asString("")));
            }
        }
        return effects;
    }

    List<Effect> of(String operation) throws IOException {
        return all().stream().filter(e -> e.operation.equals(operation)).toList();
    }

    /** Effects beyond the first of each operation. */
    long duplicates() throws IOException {
        List<Effect> all = all();
        return all.size() - all.stream().map(Effect::operation).distinct().count();
    }
}
