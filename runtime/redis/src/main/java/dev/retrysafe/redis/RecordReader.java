package dev.retrysafe.redis;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.RecordState;
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
    private final Unpacker result;

    /**
     * Reads a record.
     *
     * @param in at the record's first byte; its result may have been left out
     */
    RecordReader(Unpacker in) {
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
        int freedTokens = in.octet();
        int evidenceBytes = in.int32();
        int resultBytes = in.int32();
        about = in.part(aboutBytes);
        detail = in.part(detailBytes);
        in.bytes(freedTokens * TOKEN_BYTES);
        in.bytes(evidenceBytes);
        result = in.part(in.remaining() == 0 ? 0 : resultBytes);
    }

    ClaimReply.Conflict conflict() {
        return new ClaimReply.Conflict(fingerprint, about.hex(), state == RecordState.COMMITTED ? detail.text() : null);
    }

    ClaimReply.InDoubt inDoubt(Instant now) {
        about.hex();
        about.presentText();
        Mutation claimedAs = mutationOf(about.octet());
        about.presentText();
        about.presentText();
        about.presentText();
        String owner = about.presentText();
        return new ClaimReply.InDoubt(
                fence,
                firstTime,
                secondTime,
                owner,
                detail.rest(),
                between(firstTime, now),
                between(secondTime, now),
                claimedAs);
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

    private static Mutation mutationOf(int code) {
        for (Mutation mutation : Mutation.values()) {
            if (codeOf(mutation) == code) {
                return mutation;
            }
        }
        throw new IllegalArgumentException("unknown class of mutation " + code);
    }
}
