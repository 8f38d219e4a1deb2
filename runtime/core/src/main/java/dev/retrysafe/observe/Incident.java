package dev.retrysafe.observe;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a record and that a person should know of.
 *
 * @param kind what
 * @param tool the tool's name
 * @param key the idempotency key
 * @param fence the attempt's number
 * @param detail figures and texts for a person
 * @param cause the failure behind it, null for none
 */
public record Incident(
        Kind kind,
        String tool,
        String key,
        long fence,
        String detail,
        @Nullable Throwable cause) {

    /** Kinds of incident. */
    public enum Kind {
        /** The store had lost the record of a live owner; it was written again. */
        RECORD_LOST("record_lost"),
        /** A commit was refused: another attempt holds the operation, or it was freed. */
        COMMIT_REFUSED("commit_refused"),
        /** Two attempts of one operation committed with different remote ids. */
        SECOND_EFFECT("second_effect"),
        /** An attempt ended with a success where another's final failure is stored, or the other way round. */
        OUTCOME_DIFFERS("outcome_differs"),
        /** A commit was taken although the record had come into doubt. */
        LATE_COMMIT("late_commit"),
        /** A receipt could not be stored within the budget; it is tried again in the background. */
        NOT_STORED("not_stored"),
        /** A lease could not be renewed. */
        RENEWAL_FAILED("renewal_failed"),
        /** A claim whose answer never came could not be taken back. */
        RELEASE_FAILED("release_failed"),
        /** A result classifier threw; the result is held to be in doubt. */
        CLASSIFIER_FAILED("classifier_failed"),
        /** A path of the receipt could not be read from the result. */
        RECEIPT_PATH_FAILED("receipt_path_failed"),
        /** A lookup of an effect in doubt threw. */
        LOOKUP_FAILED("lookup_failed"),
        /** An idempotent tool returned without having read or sent its key, which is what makes sending it again safe. */
        KEY_NOT_FORWARDED("key_not_forwarded"),
        /** A tool's method or its lookup left a scope or a context open on its thread; it was closed. */
        SCOPE_LEFT_OPEN("scope_left_open"),
        /** A failure could not be written to the record; its lease will lapse into doubt. */
        MARK_FAILED("mark_failed"),
        /** A tool's arguments were changed while its method ran; reported once a tool. */
        ARGUMENTS_CHANGED("arguments_changed"),
        /** A tool was called while a transaction of its caller's was open that writes; reported once a tool. */
        INSIDE_TRANSACTION("inside_transaction");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /**
         * The word in metrics and log lines.
         *
         * @return the word
         */
        public String word() {
            return word;
        }
    }
}
