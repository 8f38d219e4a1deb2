package dev.retrysafe.engine;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.operations.TakenKeys;
import dev.retrysafe.operations.TakenKeys.TakenKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which keys an attempt took, for a person who looks for them at the remote side. Bounded, however many there are. */
final class KeysTaken {

    private final List<TakenKey> keys = new ArrayList<>();

    private boolean more;

    /**
     * A key is handed out.
     *
     * @param name its name; null for the operation's unnamed key
     */
    synchronized void add(@Nullable String name, DownstreamKey key) {
        if (keys.stream().anyMatch(taken -> taken.key().equals(key))) {
            return;
        }
        if (keys.size() == TakenKeys.MOST) {
            more = true;
        } else {
            keys.add(new TakenKey(name == null ? "" : name, key));
        }
    }

    synchronized TakenKeys told() {
        return new TakenKeys(keys, more);
    }
}
