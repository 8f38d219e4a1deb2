package dev.retrysafe.store;

import dev.retrysafe.annotation.Mutation;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt says when it claims an operation. The same request is sent with every later command of the attempt, so
 * that a record which the store lost can be written again.
 *
 * @param operation the operation
 * @param token the attempt's own token
 * @param fingerprint {@code sha256:} and 64 lower-case hex digits
 * @param definitionHash lower-case hex of the tool's fingerprint definition, at most 64 digits; may be empty
 * @param mutation the class of mutation in the present code
 * @param owner who claims, for people: actor and process, at most 200 characters
 * @param lease how long the owner may stay silent, at least a millisecond
 * @param ttl the retention of receipts and of free records, at least a millisecond
 * @param maxRequestAge how old the request may be, by {@code issuedAt} and the store's clock, and still execute; at most
 *     {@code ttl}, so that a receipt lives as long as a request that it answers could execute
 * @param issuedAt when the request was made by its caller's word; null when not known
 */
public record ClaimRequest(
        OperationId operation,
        Token token,
        String fingerprint,
        String definitionHash,
        Mutation mutation,
        String owner,
        Duration lease,
        Duration ttl,
        Duration maxRequestAge,
        @Nullable Instant issuedAt) {

    // Compiled once: a request is made by every call.
    private static final Pattern FINGERPRINT = Pattern.compile("sha256:[0-9a-f]{64}");

    private static final Pattern DEFINITION_HASH = Pattern.compile("[0-9a-f]{0,64}");

    /** How far ahead of the store's clock {@code issuedAt} may lie: clocks of honest callers differ a little. */
    public static final Duration TOLERATED_SKEW = Duration.ofMinutes(5);

    /**
     * A request that may be as old as receipts are kept.
     *
     * @param operation the operation
     * @param token the attempt's own token
     * @param fingerprint {@code sha256:} and 64 lower-case hex digits
     * @param definitionHash lower-case hex of the tool's fingerprint definition, at most 64 digits; may be empty
     * @param mutation the class of mutation in the present code
     * @param owner who claims, for people
     * @param lease how long the owner may stay silent, at least a millisecond
     * @param ttl the retention of receipts and of free records, and the oldest age; at least a millisecond
     * @param issuedAt when the request was made by its caller's word; null when not known
     */
    public ClaimRequest(
            OperationId operation,
            Token token,
            String fingerprint,
            String definitionHash,
            Mutation mutation,
            String owner,
            Duration lease,
            Duration ttl,
            @Nullable Instant issuedAt) {
        this(operation, token, fingerprint, definitionHash, mutation, owner, lease, ttl, ttl, issuedAt);
    }

    /** Checks the values that a store relies on. */
    public ClaimRequest {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(mutation, "mutation");
        if (!FINGERPRINT.matcher(fingerprint).matches()) {
            throw new IllegalArgumentException("not a fingerprint: " + fingerprint);
        }
        if (!DEFINITION_HASH.matcher(definitionHash).matches()) {
            throw new IllegalArgumentException("not a definition hash: " + definitionHash);
        }
        if (lease.compareTo(Duration.ofMillis(1)) < 0 || ttl.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(
                    "lease and ttl are at least a millisecond: lease=" + lease + ", ttl=" + ttl);
        }
        if (maxRequestAge.compareTo(Duration.ofMillis(1)) < 0 || maxRequestAge.compareTo(ttl) > 0) {
            throw new IllegalArgumentException(
                    "maxRequestAge is at least a millisecond and at most the ttl: maxRequestAge=" + maxRequestAge
                            + ", ttl=" + ttl);
        }
    }
}
