package dev.retrysafe.redis;

import java.util.List;

/**
 * How well the servers keep what they acknowledge. Of several masters the weakest counts.
 *
 * @param level what is kept on disk
 * @param replicas how many replicas follow a master now; 0 where it does not say
 * @param minReplicas how many of them must have a claim
 * @param findings what can cost receipts or claims; the same finding of several masters once
 */
public record DurabilityReport(Level level, int replicas, int minReplicas, List<DurabilityFinding> findings) {

    /** Keeps a copy. */
    public DurabilityReport {
        findings = List.copyOf(findings);
    }

    /** What a server keeps on disk, weakest first. What each can lose stands in docs/redis.md. */
    public enum Level {
        /** Nothing. */
        NONE("none", "a restart loses everything"),
        /** The server did not say. */
        UNKNOWN("unknown", "what a restart loses is not known"),
        /** Snapshots alone. */
        SNAPSHOTS("snapshots", "a crash loses what came after the last snapshot"),
        /** An append-only file, which the operating system writes when it likes. */
        BY_SYSTEM("by-system", "a killed server loses nothing, a power cut up to half a minute"),
        /** An append-only file, forced to disk each second. */
        EVERYSEC("everysec", "a killed server loses nothing unless its disk lags behind, a power cut up to a second"),
        /** An append-only file, forced to disk before each answer. */
        ALWAYS("always", "neither a killed server nor a power cut loses anything");

        private final String text;
        private final String meaning;

        Level(String text, String meaning) {
            this.text = text;
            this.meaning = meaning;
        }

        /**
         * The level's name in docs/redis.md.
         *
         * @return for instance {@code everysec}
         */
        public String text() {
            return text;
        }

        /**
         * What it can lose.
         *
         * @return half a sentence
         */
        public String meaning() {
            return meaning;
        }
    }

    /**
     * The report in one line, for a log.
     *
     * @return level, replicas and what they mean
     */
    public String line() {
        return "Redis durability: " + level.text() + " (" + level.meaning() + "); replicas: " + replicas
                + " connected, min-replicas " + minReplicas
                + (minReplicas == 0
                        ? " (a fail-over can lose what it acknowledged last)."
                        : " (a claim counts once that many have it).");
    }
}
