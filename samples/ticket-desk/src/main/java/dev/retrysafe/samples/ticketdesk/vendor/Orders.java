package dev.retrysafe.samples.ticketdesk.vendor;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The vendor's business: what was ordered, and under which key. */
final class Orders {

    /**
     * What an order came to.
     *
     * @param effect the ticket or refund
     * @param repeated whether the key was known, so that nothing was created
     */
    record Placed(Map<String, Object> effect, boolean repeated) {}

    /** The order was not placed, and nothing was created. */
    static final class RefusedException extends Exception {

        private static final long serialVersionUID = 1L;

        private final int status;

        RefusedException(int status, String message) {
            super(message);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    private record Known(JsonNode order, Map<String, Object> effect) {}

    private final Ledger ledger;

    private final Map<String, Map<String, Object>> byId = new LinkedHashMap<>();

    private final Map<String, Known> byKey = new LinkedHashMap<>();

    private int next = 1;

    Orders(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * Places an order.
     *
     * @param kind {@code ticket} or {@code refund}
     * @param url the address that effects of this kind have, up to the id
     * @param order what is ordered; its {@code reference} is required
     * @param key the forwarded key, if there was one
     * @param deduplicate whether a known key creates nothing
     */
    synchronized Placed place(String kind, String url, JsonNode order, @Nullable String key, boolean deduplicate)
            throws IOException, RefusedException {
        String reference = order.path("reference").asString("");
        if (reference.isBlank()) {
            throw new RefusedException(400, "a " + kind + " needs a \"reference\"");
        }
        if (deduplicate && key == null) {
            throw new RefusedException(400, "a " + kind + " needs an Idempotency-Key");
        }
        Known known = key == null ? null : byKey.get(key);
        if (deduplicate && known != null) {
            if (!known.order.equals(order)) {
                throw new RefusedException(422, "the Idempotency-Key was used for another order");
            }
            return new Placed(known.effect, true);
        }
        String id = (kind.equals("refund") ? "RF-" : "TCK-") + next++;
        Map<String, Object> effect = new LinkedHashMap<>();
        effect.put("id", id);
        effect.put("url", url + id);
        for (Map.Entry<String, JsonNode> member : order.properties()) {
            effect.put(member.getKey(), member.getValue());
        }
        ledger.append(kind, id, reference, key);
        byId.put(id, effect);
        if (key != null) {
            byKey.putIfAbsent(key, new Known(order, effect));
        }
        return new Placed(effect, false);
    }

    synchronized @Nullable Map<String, Object> withId(String id) {
        return byId.get(id);
    }

    synchronized @Nullable Map<String, Object> withKey(String key) {
        Known known = byKey.get(key);
        return known == null ? null : known.effect;
    }
}
