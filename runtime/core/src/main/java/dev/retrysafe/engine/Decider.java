package dev.retrysafe.engine;

import dev.retrysafe.EffectConflict;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.tool.RecoveryPlan;
import dev.retrysafe.tool.ToolDefinition;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decides what to do with a call from what the store says. Pure: no clock, no store, no state. */
final class Decider {

    private static final Duration SHORTEST_RETRY = Duration.ofSeconds(1);

    /** A lease is renewed while its owner runs, so what is left of it says little about when the owner is done. */
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);

    private Decider() {}

    /**
     * Decides.
     *
     * @param reply what the record says, to a claim or, for a waiter, to a look
     * @param fingerprint this call's fingerprint
     * @param definitionHash the hash of the tool's present fingerprint definition
     * @param mayWait whether this call still has time to wait for a live owner
     * @return the next step
     */
    static Step decide(ClaimReply reply, String fingerprint, String definitionHash, boolean mayWait) {
        if (reply instanceof ClaimReply.Claimed claimed) {
            return new Step.Execute(claimed.fence(), claimed.takeover(), claimed.resendLeft());
        }
        if (reply instanceof ClaimReply.Committed committed) {
            return new Step.Replay(committed.outcome());
        }
        if (reply instanceof ClaimReply.Conflict conflict) {
            return new Step.Conflict(new EffectConflict(
                    "conflict",
                    reason(conflict, definitionHash),
                    conflict.existingFingerprint(),
                    fingerprint,
                    conflict.existingRemoteId()));
        }
        if (reply instanceof ClaimReply.InProgress running) {
            return mayWait
                    ? new Step.Wait(running.leaseLeft())
                    : new Step.InProgress(between(SHORTEST_RETRY, running.leaseLeft(), LONGEST_RETRY));
        }
        if (reply instanceof ClaimReply.InDoubt inDoubt) {
            return new Step.InDoubt(inDoubt);
        }
        if (reply instanceof ClaimReply.Untimely untimely) {
            return new Step.Untimely(untimely.storeTime());
        }
        // Released: the owner gave up, or this attempt was taken back. Not executed, or else all that waited for a
        // failing owner would run one after the other.
        return new Step.InProgress(SHORTEST_RETRY);
    }

    /** What is known of an effect in doubt from outside the store. */
    enum LookupAnswer {
        /** The tool has no lookup. */
        NOT_ASKED,
        /** The remote side does not have it. */
        ABSENT,
        /** The lookup threw. */
        FAILED
    }

    /**
     * Decides on what terms an operation in doubt is taken over, now that it was not found.
     *
     * <p>What counts for {@code trustAbsentAfter} is the age that the doubt had when the record was read, which was
     * before the lookup was asked, and not its age at the takeover. The trusted time waits out the owner's pause and its
     * request under way: a lookup that answered "absent" while it still ran proves nothing, however late it is used.
     *
     * @param doubt what the record said before the lookup was asked
     * @param tool the tool in the present code
     * @param answer what the lookup said
     * @return the terms; null when it stays in doubt
     */
    static @Nullable Takeover takeover(ClaimReply.InDoubt doubt, ToolDefinition tool, LookupAnswer answer) {
        RecoveryPlan recovery = tool.recovery();
        if (doubt.claimedAs() == Mutation.IDEMPOTENT && tool.mutation() == Mutation.IDEMPOTENT) {
            Duration within = recovery.resendWithin();
            boolean mayResend = recovery.resendForever()
                    || (within != null && doubt.sinceFirstAttempt().compareTo(within) < 0);
            return mayResend ? new Takeover(doubt.fence(), within) : null;
        }
        Duration trusted = recovery.trustAbsentAfter();
        boolean believed =
                answer == LookupAnswer.ABSENT && trusted != null && doubt.age().compareTo(trusted) >= 0;
        return believed ? new Takeover(doubt.fence(), null) : null;
    }

    private static String reason(ClaimReply.Conflict conflict, String definitionHash) {
        String existing = conflict.existingDefinitionHash();
        boolean comparable = existing.isEmpty() || definitionHash.isEmpty() || existing.equals(definitionHash);
        return comparable ? EffectConflict.DIFFERENT_EFFECT : EffectConflict.DEFINITION_CHANGED;
    }

    private static Duration between(Duration least, Duration value, Duration most) {
        if (value.compareTo(least) < 0) {
            return least;
        }
        return value.compareTo(most) > 0 ? most : value;
    }
}
