package dev.retrysafe.samples.chaos.plan;

/** Chance that is the seed's: the same question always falls alike, whoever asks and in whatever order. */
public final class Dice {

    private final long seed;

    /**
     * Takes a seed.
     *
     * @param seed the campaign's
     */
    public Dice(long seed) {
        this.seed = seed;
    }

    /**
     * Rolls for one question.
     *
     * @param bound how many sides, at least 1
     * @param question what is asked
     * @return 0 to bound - 1
     */
    public int roll(int bound, Object... question) {
        long mixed = mix(seed);
        for (Object part : question) {
            // Of a String and a number the hash is fixed by their documentation, so it is the same in every process.
            mixed = mix(mixed ^ part.hashCode());
        }
        return (int) Long.remainderUnsigned(mixed, bound);
    }

    /** Spreads every bit over all others (the finaliser of the published SplitMix64 generator). */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
