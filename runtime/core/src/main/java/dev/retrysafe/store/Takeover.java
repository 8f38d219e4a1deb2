package dev.retrysafe.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * On what terms an operation in doubt is taken over.
 *
 * @param fenceSeen the last attempt's fence, as the reply said that the decision rests on
 * @param resendWithin how long after the first attempt an effect that both the claim and the present code hold to be
 *     idempotent may be sent again; null for no limit, when the decision rests on something else
 */
public record Takeover(long fenceSeen, @Nullable Duration resendWithin) {

    /** Checks the values that a store relies on. */
    public Takeover {
        if (fenceSeen < 0) {
            throw new IllegalArgumentException("a fence is not negative: " + fenceSeen);
        }
        if (resendWithin != null && resendWithin.isNegative()) {
            throw new IllegalArgumentException("resendWithin is negative: " + resendWithin);
        }
    }
}
