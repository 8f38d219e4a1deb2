package dev.retrysafe.engine;

import dev.retrysafe.observe.ResolutionAnswered;
import dev.retrysafe.operations.PersonDecision;
import dev.retrysafe.operations.RecordFilter;
import dev.retrysafe.operations.SeenRecord;
import dev.retrysafe.operations.Settled;
import dev.retrysafe.operations.Settled.Answer;
import dev.retrysafe.operations.SideEffectOperations;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Persons' doings on the engine's store. */
final class EngineOperations implements SideEffectOperations {

    private final EffectStore store;

    private final String namespace;

    private final KnownTools tools;

    private final Listeners listeners;

    EngineOperations(EffectStore store, String namespace, KnownTools tools, Listeners listeners) {
        this.store = store;
        this.namespace = namespace;
        this.tools = tools;
        this.listeners = listeners;
    }

    @Override
    public OpenPage openRecords(RecordFilter filter, OpenQuery.@Nullable Position after, int limit) {
        requireSupport();
        return store.open(new OpenQuery(namespace, filter.tenant(), filter.tool(), filter.state(), after, limit));
    }

    @Override
    public @Nullable RecordView show(RecordId id) {
        requireSupport();
        RecordView record = store.show(id);
        return record != null && ours(record) ? record : null;
    }

    /** A store may have dropped a committed record's operation; then nothing but its id can tell whose it is. */
    private boolean ours(RecordView record) {
        OperationId operation = record.operation();
        return operation == null || operation.namespace().equals(namespace);
    }

    @Override
    public Settled resolve(SeenRecord seen, PersonDecision decision) {
        requireSupport();
        try {
            return told(decision, ask(seen, decision));
        } catch (EffectStoreException e) {
            Settled unused = told(decision, new Settled(seen, Answer.NO_ANSWER, null, e));
            throw e;
        }
    }

    @Override
    public List<Settled> resolveAll(List<SeenRecord> seen, PersonDecision decision) {
        requireSupport();
        if (seen.isEmpty() || seen.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException(
                    "a decision is about 1 to " + MOST_AT_ONCE + " records at once, not " + seen.size());
        }
        Set<RecordId> ids = new HashSet<>();
        for (SeenRecord record : seen) {
            if (!ids.add(record.id())) {
                throw new IllegalArgumentException("the record " + record.id() + " is listed twice");
            }
        }
        List<Settled> all = new ArrayList<>(seen.size());
        for (SeenRecord record : seen) {
            all.add(told(decision, askOrTell(record, decision)));
        }
        return all;
    }

    private Settled askOrTell(SeenRecord seen, PersonDecision decision) {
        try {
            return ask(seen, decision);
        } catch (EffectStoreException e) {
            return new Settled(seen, Answer.NO_ANSWER, null, e);
        }
    }

    private Settled ask(SeenRecord seen, PersonDecision decision) {
        RecordView record = show(seen.id());
        if (record == null) {
            return new Settled(seen, Answer.UNKNOWN, null, null);
        }
        return Settled.of(seen, store.resolve(seen.id(), seen.fence(), resolution(decision, record)));
    }

    /** A decision that was kept before is repeated as it was then: what is configured may have changed since. */
    private Resolution resolution(PersonDecision decision, RecordView record) {
        for (RecordView.KeptResolution kept : record.resolutions()) {
            if (kept.resolution().decisionId().equals(decision.decisionId())) {
                return decision.resolution(
                        kept.resolution().remoteSystem(), kept.resolution().retention());
            }
        }
        OperationId operation = record.operation();
        String tool = operation == null ? null : operation.tool();
        Duration ttl = decision.verdict() == Resolution.Verdict.COMMITTED ? tools.longestTtl(tool) : tools.ttl(tool);
        // A request may say that it was issued a little in the future: its receipt must outlive it.
        return decision.resolution(tools.remoteSystem(tool), ttl.plus(ClaimRequest.TOLERATED_SKEW));
    }

    private Settled told(PersonDecision decision, Settled settled) {
        RecordView record = settled.record();
        OperationId operation = record == null ? null : record.operation();
        listeners.resolutionAnswered(new ResolutionAnswered(
                settled.seen().id().value(),
                operation == null ? null : operation.tool(),
                operation == null ? null : operation.key(),
                settled.seen().fence(),
                decision.decisionId(),
                decision.verdict().name().toLowerCase(Locale.ROOT),
                settled.answer().word(),
                decision.by(),
                decision.why(),
                decision.remoteId()));
        return settled;
    }

    private void requireSupport() {
        if (!store.supportsResolution()) {
            throw new UnsupportedOperationException("the " + store.kind()
                    + " store neither lists nor settles records. Use another store, or a newer version of this one");
        }
    }
}
