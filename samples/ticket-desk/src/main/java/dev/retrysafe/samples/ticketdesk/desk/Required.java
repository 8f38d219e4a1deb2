package dev.retrysafe.samples.ticketdesk.desk;

import org.jspecify.annotations.Nullable;

/** Arguments come from a model by way of JSON, so what is declared present may be absent. */
final class Required {

    private Required() {}

    static void present(String name, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
    }
}
