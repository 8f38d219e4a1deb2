package dev.retrysafe.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records in this process. For tests and demonstrations only: what it knows ends with the process, so a restart
 * forgets every claim. Its clock can be handed in and moved.
 */
public final class InMemoryEffectStore implements EffectStore {

    private static final int MOST_FAILURE_CHARACTERS = 500;

    private final InstantSource clock;

    private final Map<OperationId, MemoryRecord> records = new HashMap<>();

    private final Map<OperationId, Map<Object, Runnable>> watches = new HashMap<>();

    /** Uses the system's clock. */
    public InMemoryEffectStore() {
        this(InstantSource.system());
    }

    /**
     * Uses a clock of the caller's.
     *
     * @param clock the store's clock
     */
    public InMemoryEffectStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public String kind() {
        return "in-memory";
    }

    @Override
    public synchronized ClaimReply claim(ClaimRequest request) {
        Instant now = now();
        MemoryRecord record = live(request.operation(), now);
        if (record != null && record.wasFreed(request.token(), now)) {
            return new ClaimReply.Released();
        }
        if (record != null && record.state != RecordState.FREE) {
            return record.answer(request, now);
        }
        if (untimely(request, now)) {
            return new ClaimReply.Untimely(now);
        }
        MemoryRecord claimed = record == null ? new MemoryRecord() : record;
        claimed.claim(request, claimed.fence + 1, now);
        records.put(request.operation(), claimed);
        return new ClaimReply.Claimed(claimed.fence);
    }

    @Override
    public synchronized ClaimReply look(ClaimRequest request) {
        Instant now = now();
        MemoryRecord record = live(request.operation(), now);
        if (record == null || record.state == RecordState.FREE) {
            return new ClaimReply.Released();
        }
        return record.answer(request, now);
    }

    @Override
    public synchronized WriteReply renew(Claim claim) {
        Instant now = now();
        MemoryRecord record = live(claim.request().operation(), now);
        if (record == null) {
            return rewrite(claim, now) == null ? nobodys() : new WriteReply.Done(true);
        }
        if (record.state != RecordState.PENDING || !record.heldBy(claim)) {
            return record.refusal();
        }
        record.leaseEnd = plus(now, claim.request().lease());
        return new WriteReply.Done(record.lost);
    }

    @Override
    public synchronized CommitReply commit(Claim claim, NewOutcome outcome) {
        Instant now = now();
        MemoryRecord record = live(claim.request().operation(), now);
        if (record == null) {
            record = rewrite(claim, now);
        }
        if (record == null) {
            return new CommitReply.Refused(RecordState.ABSENT, 0);
        }
        StoredOutcome stored = record.outcome;
        if (stored != null && record.isOf(claim.request())) {
            return record.heldBy(claim)
                    ? new CommitReply.Stored(stored, record.committedLate, record.lost)
                    : record.compare(claim, outcome, stored, now);
        }
        if (stored != null || record.state == RecordState.FREE || !record.heldBy(claim)) {
            record.keepReceipt(claim, outcome, now);
            return new CommitReply.Refused(record.state, record.fence);
        }
        StoredOutcome committed = record.commit(claim.request(), outcome, claim.fence() > 1, now);
        wake(claim.request().operation());
        return new CommitReply.Stored(committed, record.committedLate, record.lost);
    }

    @Override
    public synchronized ClaimReply takeOver(ClaimRequest request, Takeover takeover) {
        Instant now = now();
        MemoryRecord record = live(request.operation(), now);
        if (record == null || record.state == RecordState.FREE || record.wasFreed(request.token(), now)) {
            return new ClaimReply.Released();
        }
        return record.takeOver(request, takeover, now);
    }

    @Override
    public synchronized CommitReply found(ClaimRequest request, long fenceSeen, NewOutcome outcome) {
        Instant now = now();
        Claim seen = new Claim(request, fenceSeen);
        MemoryRecord record = live(request.operation(), now);
        if (record == null) {
            record = rewrite(seen, now);
            if (record == null) {
                return new CommitReply.Refused(RecordState.ABSENT, 0);
            }
        } else if (record.outcome != null && record.isOf(request)) {
            return record.heldBy(seen)
                    ? new CommitReply.Stored(record.outcome, record.committedLate, record.lost)
                    : record.compare(seen, outcome, record.outcome, now);
        } else if (!record.openToSettlement(request, fenceSeen, now)) {
            return new CommitReply.Refused(record.state, record.fence);
        }
        StoredOutcome committed = record.commit(request, outcome, true, now);
        wake(request.operation());
        return new CommitReply.Stored(committed, record.committedLate, record.lost);
    }

    @Override
    public boolean supportsRecovery() {
        return true;
    }

    @Override
    public synchronized WriteReply release(Claim claim) {
        Instant now = now();
        MemoryRecord record = live(claim.request().operation(), now);
        if (record == null) {
            return free(claim, now);
        }
        boolean mine = claim.fence() == 0 ? record.heldBy(claim.request().token()) : record.heldBy(claim);
        if (claim.fence() == 0 && !mine && record.state != RecordState.COMMITTED) {
            // Somebody else holds it, or nobody: the claim that is taken back may still be under way.
            record.freed(claim.request().token(), now);
        }
        if (record.wasFreed(claim.request().token(), now)) {
            return new WriteReply.Done(record.lost && mine);
        }
        boolean open = record.state == RecordState.PENDING || record.state == RecordState.IN_DOUBT;
        if (!open || !mine) {
            return record.refusal();
        }
        record.release(claim.request(), now);
        wake(claim.request().operation());
        return new WriteReply.Done(record.lost);
    }

    @Override
    public synchronized WriteReply markInDoubt(Claim claim, String failure) {
        Instant now = now();
        MemoryRecord record = live(claim.request().operation(), now);
        if (record == null) {
            record = rewrite(claim, now);
        }
        if (record == null) {
            return nobodys();
        }
        if (!record.heldBy(claim) || record.state == RecordState.COMMITTED || record.state == RecordState.FREE) {
            return record.refusal();
        }
        record.doubt(now, firstOf(failure));
        wake(claim.request().operation());
        return new WriteReply.Done(record.lost);
    }

    @Override
    public synchronized OpenPage open(OpenQuery query) {
        Instant now = now();
        OpenQuery.Position after = query.after();
        return OpenPage.of(
                records.values().stream()
                        .map(record -> record.view(now))
                        .filter(query::selects)
                        .filter(view ->
                                after == null || OpenQuery.Position.of(view).compareTo(after) > 0)
                        .sorted(Comparator.comparing(OpenQuery.Position::of))
                        .limit(query.limit() + 1L)
                        .toList(),
                query.limit());
    }

    @Override
    public synchronized @Nullable RecordView show(RecordId id) {
        Instant now = now();
        MemoryRecord record = find(id, now);
        return record == null ? null : record.view(now);
    }

    @Override
    public synchronized ResolveReply resolve(RecordId id, long fenceSeen, Resolution resolution) {
        Instant now = now();
        MemoryRecord record = find(id, now);
        if (record == null) {
            return new ResolveReply.Unknown();
        }
        ResolveReply reply = record.resolve(fenceSeen, resolution, now);
        wake(record.operation());
        return reply;
    }

    @Override
    public boolean supportsResolution() {
        return true;
    }

    private @Nullable MemoryRecord find(RecordId id, Instant now) {
        for (OperationId operation : records.keySet()) {
            if (RecordId.of(operation).equals(id)) {
                return live(operation, now);
            }
        }
        return null;
    }

    @Override
    public Watch watch(OperationId operation, Runnable changed) {
        Object watch = new Object();
        synchronized (this) {
            watches.computeIfAbsent(operation, o -> new HashMap<>()).put(watch, changed);
        }
        changed.run();
        return () -> forget(operation, watch);
    }

    /**
     * Loses a record, as a store without durability does. For tests of what follows.
     *
     * @param operation the operation whose record is lost
     */
    public synchronized void lose(OperationId operation) {
        records.remove(operation);
    }

    private synchronized void forget(OperationId operation, Object watch) {
        Map<Object, Runnable> all = watches.get(operation);
        if (all != null && all.remove(watch) != null && all.isEmpty()) {
            watches.remove(operation);
        }
    }

    private void wake(OperationId operation) {
        List.copyOf(watches.getOrDefault(operation, Map.of()).values()).forEach(Runnable::run);
    }

    private @Nullable MemoryRecord live(OperationId operation, Instant now) {
        MemoryRecord record = records.get(operation);
        if (record != null && record.expiresAt != null && !record.expiresAt.isAfter(now)) {
            records.remove(operation);
            return null;
        }
        return record;
    }

    private static WriteReply nobodys() {
        return new WriteReply.Refused(RecordState.ABSENT, 0);
    }

    /** A pair of surrogates stays whole. */
    private static String firstOf(String failure) {
        int end = Math.min(failure.length(), MOST_FAILURE_CHARACTERS);
        boolean halved = end < failure.length() && Character.isHighSurrogate(failure.charAt(end - 1));
        return failure.substring(0, halved ? end - 1 : end);
    }

    /** Writes the record of a live owner again that was lost. Fence 0 is nobody's claim, and null. */
    private @Nullable MemoryRecord rewrite(Claim claim, Instant now) {
        if (claim.fence() == 0) {
            return null;
        }
        MemoryRecord record = new MemoryRecord();
        record.claim(claim.request(), claim.fence(), now);
        record.lost = true;
        records.put(claim.request().operation(), record);
        return record;
    }

    /** A claim whose answer never came may still be under way: its token is remembered, so that it finds itself freed. */
    private WriteReply free(Claim claim, Instant now) {
        MemoryRecord record = new MemoryRecord();
        record.claim(claim.request(), claim.fence(), now);
        record.lost = claim.fence() > 0;
        // What was proved of earlier attempts is lost with the record, so a higher fence comes into doubt.
        record.release(claim.request(), now);
        records.put(claim.request().operation(), record);
        return new WriteReply.Done(record.lost);
    }

    private static boolean untimely(ClaimRequest request, Instant now) {
        Instant issuedAt = request.issuedAt();
        return issuedAt != null
                && (!plus(issuedAt, request.maxRequestAge()).isAfter(now)
                        || issuedAt.isAfter(now.plus(ClaimRequest.TOLERATED_SKEW)));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    static Instant plus(Instant instant, Duration duration) {
        return duration.compareTo(Duration.between(instant, Instant.MAX)) > 0 ? Instant.MAX : instant.plus(duration);
    }
}
