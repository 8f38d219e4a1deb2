package dev.retrysafe.samples.chaos.check;

import dev.retrysafe.samples.chaos.plan.Operation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is known when a campaign is over.
 *
 * @param operations what was to be asked for
 * @param calls what workers did and were told
 * @param effects what the ledger says
 * @param trail what explains what callers were told; null when it is not to be explained, as a naive guard's need not be
 * @param records what the store holds, by the hash of the operation in hex; null when it holds no records of the library
 */
public record Evidence(
        List<Operation> operations,
        List<Call> calls,
        List<Effect> effects,
        @Nullable Trail trail,
        @Nullable Map<String, StoredRecord> records) {}
