package dev.retrysafe.test;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.store.Token;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Requests and outcomes for tests of stores; every one is valid as it is, and can be varied. */
public final class Attempts {

    /** A fingerprint. */
    public static final String FINGERPRINT = "sha256:" + "0a".repeat(32);

    /** Another one. */
    public static final String OTHER_FINGERPRINT = "sha256:" + "f1".repeat(32);

    /** The hash of a fingerprint's definition. */
    public static final String DEFINITION = "d0".repeat(16);

    /** The owner named in requests. */
    public static final String OWNER = "tester@host-1";

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration TTL = Duration.ofHours(24);

    private Attempts() {}

    /**
     * A fresh operation.
     *
     * @return an operation that no store has seen
     */
    public static OperationId operation() {
        String tenant = "tenant_" + UUID.randomUUID();
        return new OperationId("contract", tenant, "create_ticket", tenant + ":approval_17:create_ticket");
    }

    /**
     * A fresh attempt, with a lease of 30 s and a retention of a day.
     *
     * @param operation what it claims
     * @return the request
     */
    public static ClaimRequest attempt(OperationId operation) {
        return attempt(operation, LEASE, TTL);
    }

    /**
     * A fresh attempt.
     *
     * @param operation what it claims
     * @param lease its lease
     * @param ttl its retention
     * @return the request
     */
    public static ClaimRequest attempt(OperationId operation, Duration lease, Duration ttl) {
        return new ClaimRequest(
                operation, Token.fresh(), FINGERPRINT, DEFINITION, Mutation.NON_IDEMPOTENT, OWNER, lease, ttl, null);
    }

    /**
     * A fresh attempt of an idempotent tool.
     *
     * @param operation what it claims
     * @return the request
     */
    public static ClaimRequest idempotent(OperationId operation) {
        return as(Mutation.IDEMPOTENT, operation);
    }

    /**
     * A fresh attempt of a tool with a class of mutation.
     *
     * @param mutation the class
     * @param operation what it claims
     * @return the request
     */
    public static ClaimRequest as(Mutation mutation, OperationId operation) {
        return new ClaimRequest(operation, Token.fresh(), FINGERPRINT, DEFINITION, mutation, OWNER, LEASE, TTL, null);
    }

    /**
     * A fresh attempt with another fingerprint.
     *
     * @param operation what it claims
     * @return the request
     */
    public static ClaimRequest otherEffect(OperationId operation) {
        ClaimRequest like = attempt(operation);
        return new ClaimRequest(
                operation,
                like.token(),
                OTHER_FINGERPRINT,
                "",
                like.mutation(),
                like.owner(),
                like.lease(),
                like.ttl(),
                null);
    }

    /**
     * A fresh attempt whose caller says when the request was made.
     *
     * @param operation what it claims
     * @param ttl its retention
     * @param issuedAt when it was made
     * @return the request
     */
    public static ClaimRequest issued(OperationId operation, Duration ttl, Instant issuedAt) {
        ClaimRequest like = attempt(operation, LEASE, ttl);
        return new ClaimRequest(
                operation,
                like.token(),
                like.fingerprint(),
                like.definitionHash(),
                like.mutation(),
                like.owner(),
                like.lease(),
                ttl,
                issuedAt);
    }

    /**
     * A fresh attempt that may not be as old as its receipt is kept.
     *
     * @param operation what it claims
     * @param ttl its retention
     * @param maxRequestAge how old it may be
     * @param issuedAt when it was made
     * @return the request
     */
    public static ClaimRequest issued(OperationId operation, Duration ttl, Duration maxRequestAge, Instant issuedAt) {
        ClaimRequest like = issued(operation, ttl, issuedAt);
        return new ClaimRequest(
                operation,
                like.token(),
                like.fingerprint(),
                like.definitionHash(),
                like.mutation(),
                like.owner(),
                like.lease(),
                ttl,
                maxRequestAge,
                issuedAt);
    }

    /**
     * A fresh attempt of somebody.
     *
     * @param operation what it claims
     * @param owner who claims
     * @return the request
     */
    public static ClaimRequest by(String owner, OperationId operation) {
        return new ClaimRequest(
                operation, Token.fresh(), FINGERPRINT, DEFINITION, Mutation.NON_IDEMPOTENT, owner, LEASE, TTL, null);
    }

    /**
     * A decision that the effect happened, of a fresh id and with a retention of a day.
     *
     * @param remoteId the effect's id, null for none
     * @return the decision
     */
    public static Resolution applied(@Nullable String remoteId) {
        return new Resolution(
                "decision-" + UUID.randomUUID(),
                Resolution.Verdict.COMMITTED,
                "linear",
                remoteId,
                remoteId == null ? null : "https://linear.example/" + remoteId,
                "ann@ops",
                "seen in Linear",
                TTL);
    }

    /**
     * A decision that nothing happened, of a fresh id and with a retention of a day.
     *
     * @return the decision
     */
    public static Resolution notApplied() {
        return new Resolution(
                "decision-" + UUID.randomUUID(),
                Resolution.Verdict.NOT_APPLIED,
                null,
                null,
                null,
                "ann@ops",
                "not in Linear, and its access log has no request",
                TTL);
    }

    /**
     * A decision with another retention.
     *
     * @param decision a decision
     * @param retention its retention
     * @return the same decision but for that
     */
    public static Resolution keptFor(Duration retention, Resolution decision) {
        return new Resolution(
                decision.decisionId(),
                decision.verdict(),
                decision.remoteSystem(),
                decision.remoteId(),
                decision.remoteUrl(),
                decision.by(),
                decision.why(),
                retention);
    }

    /**
     * The same attempt with another lease, for its next renewal.
     *
     * @param lease the lease
     * @param claim the claim held
     * @return the claim
     */
    public static Claim leasedFor(Duration lease, Claim claim) {
        ClaimRequest like = claim.request();
        ClaimRequest request = new ClaimRequest(
                like.operation(),
                like.token(),
                like.fingerprint(),
                like.definitionHash(),
                like.mutation(),
                like.owner(),
                lease,
                like.ttl(),
                like.issuedAt());
        return new Claim(request, claim.fence());
    }

    /**
     * An attempt as it holds its claim.
     *
     * @param request the request
     * @param fence the fence answered
     * @return the claim
     */
    public static Claim held(ClaimRequest request, long fence) {
        return new Claim(request, fence);
    }

    /**
     * A successful outcome.
     *
     * @param remoteId the effect's id, null for none
     * @return the outcome, with a small JSON result
     */
    public static NewOutcome outcome(@Nullable String remoteId) {
        return new NewOutcome(
                false,
                "linear",
                remoteId,
                remoteId == null ? null : "https://linear.example/" + remoteId,
                json("{\"id\":\"" + remoteId + "\"}"));
    }

    /**
     * A result with a body.
     *
     * @param json the body
     * @return the result
     */
    public static StoredResult json(String json) {
        return new StoredResult(StoredResult.Kind.JSON, json.getBytes(StandardCharsets.UTF_8));
    }
}
