package dev.retrysafe.operations;

import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.ResolveReply;
import org.jspecify.annotations.Nullable;

/**
 * What became of a decision about one record.
 *
 * @param seen what was decided about
 * @param answer what the record said
 * @param record the record as it is now; null for none
 * @param failure why the store gave no answer; null when it gave one
 */
public record Settled(
        SeenRecord seen,
        Answer answer,
        @Nullable RecordView record,
        @Nullable EffectStoreException failure) {

    /** What a record says to a decision. */
    public enum Answer {
        /** The decision stands, now or by an earlier sending. */
        RESOLVED("resolved"),
        /** It is not as it was seen: another attempt, a settled record, or a live owner. Nothing was changed. */
        STALE("stale"),
        /** The decision's id was used before on this record, for something else. Nothing was changed. */
        ID_REUSED("id_reused"),
        /** There is no such record in this namespace. */
        UNKNOWN("unknown"),
        /** The store gave no answer: whether the decision was kept is not known. Send it again. */
        NO_ANSWER("no_answer");

        private final String word;

        Answer(String word) {
            this.word = word;
        }

        /**
         * The word in JSON and log lines.
         *
         * @return the word
         */
        public String word() {
            return word;
        }
    }

    /**
     * What a store's reply means.
     *
     * @param seen what was decided about
     * @param reply the store's reply
     * @return the same
     */
    public static Settled of(SeenRecord seen, ResolveReply reply) {
        if (reply instanceof ResolveReply.Resolved resolved) {
            return new Settled(seen, Answer.RESOLVED, resolved.record(), null);
        }
        if (reply instanceof ResolveReply.Stale stale) {
            return new Settled(seen, Answer.STALE, stale.record(), null);
        }
        if (reply instanceof ResolveReply.IdReused reused) {
            return new Settled(seen, Answer.ID_REUSED, reused.record(), null);
        }
        return new Settled(seen, Answer.UNKNOWN, null, null);
    }
}
