package dev.retrysafe.engine;

import dev.retrysafe.EffectConflict;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.StoredOutcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What to do next with a call. */
sealed interface Step {

    /**
     * Enter the method under this fence.
     *
     * @param takeover whether an earlier attempt may still have had its effect
     * @param resendLeft for how long this attempt may send, from before it asked; null for as long as its lease
     */
    record Execute(long fence, boolean takeover, @Nullable Duration resendLeft) implements Step {}

    /** Answer from the stored outcome. */
    record Replay(StoredOutcome outcome) implements Step {}

    /** Refuse: another effect under a used key. */
    record Conflict(EffectConflict conflict) implements Step {}

    /** Wait for the live owner, then look. */
    record Wait(Duration leaseLeft) implements Step {}

    /** Answer that a live owner is running. */
    record InProgress(Duration retryAfter) implements Step {}

    /** Answer that nobody knows. */
    record InDoubt(ClaimReply.InDoubt record) implements Step {}

    /** Refuse: the receipt that would answer this call may be gone. */
    record Untimely(Instant storeTime) implements Step {}
}
