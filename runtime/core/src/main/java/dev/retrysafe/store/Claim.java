package dev.retrysafe.store;

/**
 * A claim that an attempt holds: every write is checked against its token and its fence.
 *
 * @param request the request that was answered with "claimed"
 * @param fence the number of the attempt, from 1; 0 when the answer never came
 */
public record Claim(ClaimRequest request, long fence) {

    /** Checks the fence. */
    public Claim {
        if (fence < 0) {
            throw new IllegalArgumentException("a fence is not negative: " + fence);
        }
    }
}
