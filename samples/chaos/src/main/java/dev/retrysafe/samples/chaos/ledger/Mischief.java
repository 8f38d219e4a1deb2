package dev.retrysafe.samples.chaos.ledger;

import dev.retrysafe.samples.chaos.plan.Dice;
import dev.retrysafe.samples.chaos.plan.Plan;

/**
 * What becomes of one request.
 *
 * @param before milliseconds until the effect
 * @param effect what then happens
 * @param after milliseconds from the effect to the answer
 * @param answered whether there is an answer
 */
record Mischief(int before, Effect effect, int after, boolean answered) {

    enum Effect {
        /** It is applied. */
        APPLIED,
        /** It is refused, and the caller can rely on that: 422. */
        REFUSED,
        /** It fails before it is applied, and says no more than that: 503. */
        FAILED
    }

    static final Mischief NONE = new Mischief(5, Effect.APPLIED, 0, true);

    private static final Mischief DROPPED = new Mischief(5, Effect.FAILED, 0, false);

    /**
     * Draws it.
     *
     * @param name names the effect
     * @param arrival how many requests for it came before
     * @param amount what it carries; it says how long the caller waits
     */
    static Mischief of(Dice dice, String name, int arrival, long amount) {
        // What is sent again meets more of it: only then does a former owner come back while nobody has committed.
        int chance = dice.roll(arrival == 0 ? 100 : 36, "mischief", name, arrival);
        int base = 5 + dice.roll(60, "time", name, arrival);
        if (chance < 4) {
            return new Mischief(base, Effect.REFUSED, 0, true);
        }
        if (chance < 9) {
            return new Mischief(base, Effect.FAILED, 0, true);
        }
        if (chance < 12) {
            return DROPPED;
        }
        if (chance < 20) {
            return new Mischief(base, Effect.APPLIED, 0, false);
        }
        if (chance < 27) {
            return new Mischief(
                    700 + dice.roll(Plan.LATEST_EFFECT_MILLIS - 700, "late", name, arrival), Effect.APPLIED, 0, true);
        }
        if (chance < 52) {
            // Whoever waits longer is kept waiting longer: an owner is to be paused with its answer under way, and to
            // find
            // the operation in doubt, or taken over, when it goes on and commits.
            int slow = Plan.patienceMillis(amount) > Plan.LATEST_EFFECT_MILLIS
                    ? 1_000 + dice.roll(2_500, "slow", name, arrival)
                    : 400 + dice.roll(1_500, "slow", name, arrival);
            return new Mischief(base, Effect.APPLIED, slow, true);
        }
        return new Mischief(base, Effect.APPLIED, 5, true);
    }
}
