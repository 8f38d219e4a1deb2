package dev.retrysafe.spring;

import dev.retrysafe.spring.RetrysafeProperties.StoreKind;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.InMemoryEffectStore;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides where records are kept: by name, else by what is there; never by guessing. */
final class StoreSelection {

    private static final String STORE_HINT =
            "For Redis add dev.retrysafe:retrysafe-redis and define a RedissonClient bean; for a database add"
                    + " dev.retrysafe:retrysafe-jdbc and define a DataSource bean";

    private static final String TESTS_HINT = "for tests alone set retrysafe.store=in-memory.";

    private final List<StoreCandidate> candidates;

    StoreSelection(List<StoreCandidate> candidates) {
        this.candidates = List.copyOf(candidates);
    }

    EffectStore select(@Nullable StoreKind asked) {
        if (asked == StoreKind.IN_MEMORY) {
            return new InMemoryEffectStore();
        }
        return asked == null ? onlyOne() : named(asked);
    }

    private EffectStore named(StoreKind asked) {
        for (StoreCandidate candidate : candidates) {
            if (candidate.kind() == asked) {
                if (!candidate.available()) {
                    throw new StoreSelectionException(
                            "retrysafe.store is \"" + asked.value() + "\" and there is no " + candidate.needs()
                                    + " bean.",
                            "Define a " + candidate.needs() + " bean, or choose another store.");
                }
                return candidate.create();
            }
        }
        throw new StoreSelectionException(
                "retrysafe.store is \"" + asked.value() + "\" and retrysafe-" + asked.value()
                        + " is not on the class path.",
                "Add dev.retrysafe:retrysafe-" + asked.value() + ", or choose another store. " + STORE_HINT + "; "
                        + TESTS_HINT);
    }

    private EffectStore onlyOne() {
        List<StoreCandidate> available =
                candidates.stream().filter(StoreCandidate::available).toList();
        if (available.size() == 1) {
            return available.get(0).create();
        }
        if (available.isEmpty()) {
            throw new StoreSelectionException(
                    "There is no store to keep records in, so nothing would keep a retry from causing a second effect"
                            + missing() + ".",
                    STORE_HINT + "; or define an EffectStore bean of your own; " + TESTS_HINT);
        }
        String names = available.stream().map(c -> c.kind().value()).collect(Collectors.joining(" and "));
        throw new StoreSelectionException(
                "There are several stores to keep records in (" + names
                        + "), and records in one do not protect from retries that ask the other.",
                "Choose one, the same in every instance: retrysafe.store="
                        + available.get(0).kind().value() + ".");
    }

    private String missing() {
        return candidates.stream()
                .map(c -> "; retrysafe-" + c.kind().value() + " is on the class path, and there is no " + c.needs()
                        + " bean")
                .collect(Collectors.joining());
    }
}
