package dev.retrysafe.redis;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.Token;
import dev.retrysafe.store.WriteReply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * Keeps records in Redis 6.2 or newer, or Valkey: a single server, a replicated one with fail-over, or a cluster. Every
 * command is one script, so one round trip; the server's clock alone decides. Claims can wait for replicas to have them
 * ({@link Builder#minReplicas(int)}).
 *
 * <p>A command blocks its thread for at most the command budget, through interrupts too: what was sent may take place, so
 * its answer is waited for, and the interrupt is kept for the caller. Never call it on one of the client's own threads.
 */
public final class RedisEffectStore implements EffectStore {

    private static final byte[] RELEASED_UNPROVED =
            "released, but an earlier attempt is unknown".getBytes(StandardCharsets.UTF_8);

    private final ScriptRunner scripts;
    private final WakeCalls wakeCalls;
    private final OpenList openList;
    private final Duration commandBudget;
    private final @Nullable Confirmation confirmation;

    private RedisEffectStore(Builder builder) {
        this.scripts = new ScriptRunner(builder.redisson, builder.commandBudget, builder.minReplicas);
        this.wakeCalls = new WakeCalls(builder.redisson);
        this.openList = new OpenList(builder.redisson, scripts, builder.commandBudget);
        this.commandBudget = builder.commandBudget;
        this.confirmation = builder.minReplicas == 0
                ? null
                : new Confirmation(builder.redisson, scripts, builder.commandBudget, builder.minReplicas);
    }

    /**
     * Starts a store on a client.
     *
     * @param redisson the client; it stays its owner's, and {@link #close()} leaves it open
     * @return a builder with the documented settings
     */
    public static Builder builder(RedissonClient redisson) {
        return new Builder(redisson);
    }

    @Override
    public ClaimReply claim(ClaimRequest request) {
        long deadline = System.nanoTime() + commandBudget.toNanos();
        RecordKeys keys = RecordKeys.of(request.operation());
        byte[] answer = scripts.run(
                Script.CLAIM,
                keys,
                Wire.token(request.token()),
                Wire.fingerprint(request.fingerprint()),
                Wire.duration(request.lease()),
                Wire.duration(request.ttl()),
                Wire.issuedAt(request.issuedAt()),
                Wire.duration(ClaimRequest.TOLERATED_SKEW),
                Wire.aboutOpen(request),
                keys.nameBytes(),
                Wire.duration(request.maxRequestAge()));
        return confirmed(request, Replies.toClaim(Script.CLAIM, keys, answer), deadline);
    }

    /** A claim that only the master has is no claim yet, where replicas are asked for. */
    private ClaimReply confirmed(ClaimRequest request, ClaimReply reply, long deadline) {
        if (confirmation != null && reply instanceof ClaimReply.Claimed claimed) {
            confirmation.await(new Claim(request, claimed.fence()), deadline);
        }
        return reply;
    }

    @Override
    public ClaimReply look(ClaimRequest request) {
        RecordKeys keys = RecordKeys.of(request.operation());
        byte[] answer = scripts.run(
                Script.LOOK,
                keys,
                Wire.fingerprint(request.fingerprint()),
                Wire.duration(request.maxRequestAge()),
                Wire.issuedAt(request.issuedAt()),
                Wire.duration(ClaimRequest.TOLERATED_SKEW));
        return Replies.toClaim(Script.LOOK, keys, answer);
    }

    @Override
    public ClaimReply takeOver(ClaimRequest request, Takeover takeover) {
        long deadline = System.nanoTime() + commandBudget.toNanos();
        RecordKeys keys = RecordKeys.of(request.operation());
        Duration resendWithin = takeover.resendWithin();
        byte[] answer = scripts.run(
                Script.TAKEOVER,
                keys,
                Wire.token(request.token()),
                Wire.fingerprint(request.fingerprint()),
                Wire.duration(request.lease()),
                Packer.int64(takeover.fenceSeen()),
                resendWithin == null ? new byte[0] : Wire.duration(resendWithin),
                Wire.aboutOpen(request),
                keys.nameBytes(),
                Wire.duration(request.maxRequestAge()),
                Wire.issuedAt(request.issuedAt()),
                Wire.duration(ClaimRequest.TOLERATED_SKEW));
        return confirmed(request, Replies.toClaim(Script.TAKEOVER, keys, answer), deadline);
    }

    @Override
    public boolean supportsRecovery() {
        return true;
    }

    @Override
    public WriteReply renew(Claim claim) {
        RecordKeys keys = RecordKeys.of(claim.request().operation());
        byte[] answer = scripts.run(Script.RENEW, keys, Wire.renewal(claim, keys));
        return Replies.toWrite(Script.RENEW, keys, answer);
    }

    @Override
    public CommitReply commit(Claim claim, NewOutcome outcome) {
        return commit(Script.COMMIT, claim.request(), claim.fence(), outcome);
    }

    @Override
    public CommitReply found(ClaimRequest request, long fenceSeen, NewOutcome outcome) {
        return commit(Script.FOUND, request, fenceSeen, outcome);
    }

    private CommitReply commit(Script script, ClaimRequest request, long fence, NewOutcome outcome) {
        RecordKeys keys = RecordKeys.of(request.operation());
        byte[] answer = scripts.run(
                script,
                keys,
                Wire.token(request.token()),
                Packer.int64(fence),
                Wire.fingerprint(request.fingerprint()),
                Wire.duration(request.ttl()),
                Wire.aboutCommitted(request),
                Wire.receipt(outcome),
                Wire.remoteId(outcome),
                outcome.result().body(),
                keys.nameBytes(),
                wakeCalls.channelOnServer(keys),
                Wire.issuedAt(request.issuedAt()),
                Wire.duration(ClaimRequest.TOLERATED_SKEW),
                Wire.duration(request.maxRequestAge()));
        return Replies.toCommit(script, keys, outcome, answer);
    }

    @Override
    public WriteReply release(Claim claim) {
        ClaimRequest request = claim.request();
        RecordKeys keys = RecordKeys.of(request.operation());
        byte[] answer = scripts.run(
                Script.RELEASE,
                keys,
                Wire.token(request.token()),
                Packer.int64(claim.fence()),
                Wire.fingerprint(request.fingerprint()),
                Wire.duration(request.ttl()),
                Wire.aboutOpen(request),
                keys.nameBytes(),
                wakeCalls.channelOnServer(keys),
                RELEASED_UNPROVED);
        return Replies.toWrite(Script.RELEASE, keys, answer);
    }

    @Override
    public WriteReply markInDoubt(Claim claim, String failure) {
        ClaimRequest request = claim.request();
        RecordKeys keys = RecordKeys.of(request.operation());
        byte[] answer = scripts.run(
                Script.MARK,
                keys,
                Wire.token(request.token()),
                Packer.int64(claim.fence()),
                Wire.fingerprint(request.fingerprint()),
                Wire.failure(failure),
                Wire.aboutOpen(request),
                keys.nameBytes(),
                wakeCalls.channelOnServer(keys));
        return Replies.toWrite(Script.MARK, keys, answer);
    }

    @Override
    public OpenPage open(OpenQuery query) {
        return openList.page(query);
    }

    @Override
    public @Nullable RecordView show(RecordId id) {
        return Replies.toView(Script.SHOW, id, scripts.run(Script.SHOW, RecordKeys.of(id)));
    }

    @Override
    public ResolveReply resolve(RecordId id, long fenceSeen, Resolution resolution) {
        RecordKeys keys = RecordKeys.of(id);
        byte[] answer = scripts.run(
                Script.RESOLVE,
                keys,
                Packer.int64(fenceSeen),
                Wire.verdict(resolution),
                Wire.duration(resolution.retention()),
                Wire.decision(resolution),
                Wire.decisionId(resolution),
                Wire.receipt(resolution),
                Wire.token(Token.fresh()),
                keys.nameBytes(),
                wakeCalls.channelOnServer(keys));
        return Replies.toResolve(Script.RESOLVE, id, answer);
    }

    @Override
    public boolean supportsResolution() {
        return true;
    }

    @Override
    public Watch watch(OperationId operation, Runnable changed) {
        return wakeCalls.watch(operation, changed);
    }

    @Override
    public String kind() {
        return "redis";
    }

    /** The settings of a store. */
    public static final class Builder {

        private static final Duration LEAST_BUDGET = Duration.ofMillis(30);

        private final RedissonClient redisson;
        private Duration commandBudget = Duration.ofSeconds(3);
        private int minReplicas;

        private Builder(RedissonClient redisson) {
            this.redisson = Objects.requireNonNull(redisson, "redisson");
        }

        /**
         * How long one command may take in all, resending included; 3 s by default. Keep it well below the shortest
         * lease, which is renewed by such commands.
         *
         * @param budget at least 30 ms
         * @return this
         */
        public Builder commandBudget(Duration budget) {
            if (budget.compareTo(LEAST_BUDGET) < 0) {
                throw new IllegalArgumentException("the command budget is at least 30 ms: " + budget);
            }
            this.commandBudget = budget;
            return this;
        }

        /**
         * How many replicas must have a claim, or a takeover, before it counts; 0 by default. It costs every execution one
         * round trip more, to a replica and back; within the command budget, or the claim is answered as unavailable. A
         * fail-over to a replica that confirmed then knows the claim. Which replica is chosen is not the store's to say:
         * ask for all of them where any may be.
         *
         * @param replicas at least 0
         * @return this
         */
        public Builder minReplicas(int replicas) {
            if (replicas < 0) {
                throw new IllegalArgumentException("the number of replicas is not negative: " + replicas);
            }
            this.minReplicas = replicas;
            return this;
        }

        /**
         * Builds the store; the server is not asked.
         *
         * @return the store
         */
        public RedisEffectStore build() {
            return new RedisEffectStore(this);
        }
    }
}
