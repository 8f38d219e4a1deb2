package dev.retrysafe.spring;

import dev.retrysafe.jdbc.JdbcEffectStore;
import java.time.Duration;

/** Checks what is set for the store in a database, by the text that stands in the configuration. */
record JdbcSettings(RetrysafeProperties.Jdbc properties, Settings settings) {

    void applyTo(JdbcEffectStore.Builder store) {
        if (properties.table() != null) {
            try {
                store.table(properties.table());
            } catch (IllegalArgumentException e) {
                throw settings.written("jdbc.table")
                        .refused(
                                "it is no table's name",
                                "Use ASCII letters, digits and underscores, after the schema's name and a point where"
                                        + " wanted.");
            }
        }
        Duration budget = settings.written("jdbc.budget").positive(properties.budget());
        try {
            store.budget(budget);
        } catch (IllegalArgumentException e) {
            throw settings.written("jdbc.budget").refused("it is too short", "Give at least 30ms.");
        }
        if (properties.connectionsAtMost() < 1) {
            throw settings.written("jdbc.connections-at-most")
                    .refused("the store needs a connection", "Give at least 1.");
        }
        store.connectionsAtMost(properties.connectionsAtMost());
    }

    /** Zero for never. */
    Duration purgeEvery() {
        return settings.written("jdbc.purge-every").notNegative(properties.purgeEvery());
    }
}
