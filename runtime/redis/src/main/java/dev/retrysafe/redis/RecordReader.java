package dev.retrysafe.redis;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;

/** Reads a record in the form in which scripts keep and answer it. */
final class RecordReader {

    static final String FINGERPRINT_PREFIX = "sha256:";

    /** The bit beside the kind of result that says "a final failure". */
    static final int FAILED = 0x80;

    private static final int MAGIC_AND_VERSION_BYTES = 3;
    private static final int TOKEN_BYTES = 16;

    /** With the time when it was freed. */
    private static final int FREED_TOKEN_BYTES = TOKEN_BYTES + 6;

    private static final int FINGERPRINT_BYTES = 32;
    private static final int LATE = 1;
    private static final int LOST = 2;

    private final RecordState state;
    private final int flags;
    private final long fence;
    private final String fingerprint;
    private final Instant firstTime;
    private final Instant secondTime;
    private final Unpacker about;
    private final Unpacker detail;
    private final Unpacker evidence;
    private final Unpacker result;
    private final Unpacker history;

    /** Reads a record as it lies on the server. */
    static RecordReader whole(Unpacker in) {
        return new RecordReader(in, true);
    }

    /** Reads a record whose result was left out. */
    static RecordReader withoutResult(Unpacker in) {
        return new RecordReader(in, false);
    }

    private RecordReader(Unpacker in, boolean withResult) {
        in.bytes(MAGIC_AND_VERSION_BYTES);
        state = stateOf(in.octet());
        flags = in.octet();
        in.bytes(TOKEN_BYTES);
        fence = in.int64();
        fingerprint = FINGERPRINT_PREFIX + HexFormat.of().formatHex(in.bytes(FINGERPRINT_BYTES));
        firstTime = Instant.ofEpochMilli(in.int48());
        secondTime = Instant.ofEpochMilli(in.int48());
        int aboutBytes = in.int32();
        int detailBytes = in.int32();
        boolean freedTokens = in.octet() > 0;
        int evidenceBytes = in.int32();
        int resultBytes = in.int32();
        about = in.part(aboutBytes);
        detail = in.part(detailBytes);
        in.bytes(freedTokens ? in.int32() * FREED_TOKEN_BYTES : 0);
        evidence = in.part(evidenceBytes);
        result = in.part(withResult ? resultBytes : 0);
        history = in.part(in.remaining());
    }

    ClaimReply.Conflict conflict() {
        return new ClaimReply.Conflict(fingerprint, about.hex(), state == RecordState.COMMITTED ? detail.text() : null);
    }

    ClaimReply.InDoubt inDoubt(Instant now) {
        About open = new About(about);
        return new ClaimReply.InDoubt(
                fence,
                firstTime,
                secondTime,
                open.owner,
                detail.rest(),
                between(firstTime, now),
                between(secondTime, now),
                open.mutation);
    }

    /** The record for a person to see, at a time of the server's. */
    RecordView view(RecordId id, Instant now) {
        HistoryReader kept = new HistoryReader(history, fence);
        About open = state == RecordState.COMMITTED ? null : new About(about);
        boolean lapsed = state == RecordState.PENDING && !firstTime.isAfter(now);
        RecordState seen = lapsed ? RecordState.IN_DOUBT : state;
        return new RecordView(
                id,
                open == null ? null : open.operation,
                seen,
                fence,
                fingerprint,
                open == null ? null : open.mutation,
                open == null ? null : secondTime,
                seen == RecordState.IN_DOUBT ? firstTime : null,
                open == null ? "" : open.owner,
                open == null ? "" : detail.rest(),
                lost(),
                open == null ? outcome().withoutBody() : null,
                kept.attempts(),
                HistoryReader.lateReceipts(evidence),
                kept.resolutions());
    }

    /** Who and what an open record is about. */
    private static final class About {

        private final OperationId operation;
        private final Mutation mutation;
        private final String owner;

        About(Unpacker in) {
            in.hex();
            String key = in.presentText();
            mutation = mutationOf(in.octet());
            operation = new OperationId(in.presentText(), in.presentText(), in.presentText(), key);
            owner = in.presentText();
        }
    }

    /** A server's clock can be set back. */
    private static Duration between(Instant earlier, Instant later) {
        return later.isBefore(earlier) ? Duration.ZERO : Duration.between(earlier, later);
    }

    StoredOutcome outcome() {
        String remoteId = detail.text();
        String remoteSystem = detail.text();
        String remoteUrl = detail.text();
        int kind = detail.octet();
        StoredResult stored = new StoredResult(StoredResult.Kind.of(kind & ~FAILED), result.bytes(result.remaining()));
        return new StoredOutcome(
                (kind & FAILED) != 0, remoteSystem, remoteId, remoteUrl, stored, firstTime, secondTime);
    }

    boolean late() {
        return isLate(flags);
    }

    boolean lost() {
        return isLost(flags);
    }

    static boolean isLate(int flags) {
        return (flags & LATE) != 0;
    }

    static boolean isLost(int flags) {
        return (flags & LOST) != 0;
    }

    static RecordState stateOf(int code) {
        return switch (code) {
            case 'A' -> RecordState.ABSENT;
            case 'P' -> RecordState.PENDING;
            case 'D' -> RecordState.IN_DOUBT;
            case 'C' -> RecordState.COMMITTED;
            case 'F' -> RecordState.FREE;
            default -> throw new IllegalArgumentException("unknown state " + code);
        };
    }

    static int codeOf(Mutation mutation) {
        return switch (mutation) {
            case NON_IDEMPOTENT -> 'N';
            case IDEMPOTENT -> 'I';
            case LOCAL_TRANSACTION -> 'L';
        };
    }

    static int codeOf(Resolution.Verdict verdict) {
        return switch (verdict) {
            case COMMITTED -> 'C';
            case NOT_APPLIED -> 'F';
        };
    }

    private static Mutation mutationOf(int code) {
        for (Mutation mutation : Mutation.values()) {
            if (codeOf(mutation) == code) {
                return mutation;
            }
        }
        throw new IllegalArgumentException("unknown class of mutation " + code);
    }
}
