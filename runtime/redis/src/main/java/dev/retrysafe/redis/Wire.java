package dev.retrysafe.redis;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.store.Token;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** How values of the SPI are written as arguments of scripts. The format is described in docs/stored-format.md. */
final class Wire {

    /** About 4,400 years: times stay below the six bytes that a record has for them. */
    private static final long MOST_MILLIS = 1L << 47;

    private static final int MOST_FAILURE_CHARACTERS = 500;

    private Wire() {}

    static byte[] token(Token token) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(token.high())
                .putLong(token.low())
                .array();
    }

    static byte[] fingerprint(String fingerprint) {
        return HexFormat.of().parseHex(fingerprint, RecordReader.FINGERPRINT_PREFIX.length(), fingerprint.length());
    }

    static byte[] duration(Duration duration) {
        return Packer.decimal(Math.min(duration.toMillis(), MOST_MILLIS));
    }

    /** Empty when not known; the ends of time when out of range. */
    static byte[] issuedAt(@Nullable Instant issuedAt) {
        if (issuedAt == null) {
            return new byte[0];
        }
        Instant end = Instant.ofEpochMilli(MOST_MILLIS);
        Instant start = Instant.ofEpochMilli(-MOST_MILLIS);
        Instant bounded = issuedAt.isAfter(end) ? end : issuedAt.isBefore(start) ? start : issuedAt;
        return Packer.decimal(bounded.toEpochMilli());
    }

    /** The arguments of a renewal. */
    static Object[] renewal(Claim claim, RecordKeys keys) {
        ClaimRequest request = claim.request();
        return new Object[] {
            token(request.token()),
            Packer.int64(claim.fence()),
            fingerprint(request.fingerprint()),
            duration(request.lease()),
            aboutOpen(request),
            keys.nameBytes()
        };
    }

    /** Who and what an open record is about. */
    static byte[] aboutOpen(ClaimRequest request) {
        OperationId operation = request.operation();
        return aboutCommittedPart(request)
                .octet(RecordReader.codeOf(request.mutation()))
                .text(operation.namespace())
                .text(operation.tenant())
                .text(operation.tool())
                .text(request.owner())
                .bytes();
    }

    /** What a committed record still needs of it: its key names tenant and tool already. */
    static byte[] aboutCommitted(ClaimRequest request) {
        return aboutCommittedPart(request).bytes();
    }

    private static Packer aboutCommittedPart(ClaimRequest request) {
        return new Packer()
                .hex(request.definitionHash())
                .text(request.operation().key());
    }

    /** The remote id comes first, so that a script can compare it without knowing its form. */
    static byte[] receipt(NewOutcome outcome) {
        return new Packer()
                .text(outcome.remoteId())
                .text(outcome.remoteSystem())
                .text(outcome.remoteUrl())
                .octet(outcome.result().kind().code() | (outcome.failed() ? RecordReader.FAILED : 0))
                .bytes();
    }

    /** Empty where nothing happened. */
    static byte[] receipt(Resolution resolution) {
        if (resolution.verdict() == Resolution.Verdict.NOT_APPLIED) {
            return new byte[0];
        }
        return receipt(new NewOutcome(
                false,
                resolution.remoteSystem(),
                resolution.remoteId(),
                resolution.remoteUrl(),
                StoredResult.without(StoredResult.Kind.WITHHELD)));
    }

    static byte[] verdict(Resolution resolution) {
        return new Packer().octet(RecordReader.codeOf(resolution.verdict())).bytes();
    }

    static byte[] decisionId(Resolution resolution) {
        return new Packer().text(resolution.decisionId()).bytes();
    }

    /** The id comes first, so that a script can look for it; all of it, so that a script can compare. */
    static byte[] decision(Resolution resolution) {
        return new Packer()
                .text(resolution.decisionId())
                .octet(RecordReader.codeOf(resolution.verdict()))
                .text(resolution.remoteSystem())
                .text(resolution.remoteId())
                .text(resolution.remoteUrl())
                .text(resolution.by())
                .text(resolution.why())
                .bytes();
    }

    static byte[] remoteId(NewOutcome outcome) {
        return new Packer().text(outcome.remoteId()).bytes();
    }

    static byte[] failure(String failure) {
        int end = Math.min(failure.length(), MOST_FAILURE_CHARACTERS);
        if (end < failure.length() && Character.isHighSurrogate(failure.charAt(end - 1))) {
            end--;
        }
        return failure.substring(0, end).getBytes(StandardCharsets.UTF_8);
    }
}
