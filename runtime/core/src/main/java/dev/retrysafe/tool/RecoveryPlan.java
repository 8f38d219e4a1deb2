package dev.retrysafe.tool;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How an effect in doubt is settled without a person.
 *
 * @param reconcile the lookup method's name; null for none
 * @param trustAbsentAfter how long it must have been in doubt before the lookup is asked for its "absent" to be believed;
 *     null for never
 * @param resendWithin how long after the first attempt an idempotent effect may be sent again; null for not at all, or
 *     for ever
 * @param resendForever whether it may be sent again at any time
 */
public record RecoveryPlan(
        @Nullable String reconcile,
        @Nullable Duration trustAbsentAfter,
        @Nullable Duration resendWithin,
        boolean resendForever) {

    /** None: a person settles it. */
    public static final RecoveryPlan NONE = new RecoveryPlan(null, null, null, false);

    RecoveryPlan lookedUpBy(String method) {
        return new RecoveryPlan(method, trustAbsentAfter, resendWithin, resendForever);
    }

    RecoveryPlan trusting(Duration age) {
        return new RecoveryPlan(reconcile, age, resendWithin, resendForever);
    }

    /**
     * Sent again.
     *
     * @param within for how long after the first attempt; null for ever
     */
    RecoveryPlan resent(@Nullable Duration within) {
        return new RecoveryPlan(reconcile, trustAbsentAfter, within, within == null);
    }
}
