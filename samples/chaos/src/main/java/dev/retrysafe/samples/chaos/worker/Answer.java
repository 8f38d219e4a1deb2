package dev.retrysafe.samples.chaos.worker;

import org.jspecify.annotations.Nullable;

/**
 * What a caller was told.
 *
 * @param word the decision, or what else the call ended with
 * @param receiptId the receipt's remote id, if there is a receipt
 * @param entry the result, if there is one
 * @param detail of a failure
 */
record Answer(
        String word, @Nullable String receiptId, @Nullable Entry entry, String detail) {

    static final String EXECUTE = "execute";

    static final String REPLAY = "replay";

    static final String IN_PROGRESS = "in_progress";

    static final String IN_DOUBT = "in_doubt";

    /** The method threw what proves that nothing happened. */
    static final String REFUSED = "refused";

    static final String STORE_UNAVAILABLE = "store_unavailable";

    /** The call ended as no call may: the checker never excuses it. */
    static final String FAILED = "failed";

    static Answer failed(String word, Throwable failure) {
        return new Answer(word, null, null, failure.getClass().getSimpleName());
    }

    /** With the failure's text, since nobody knows yet what it means. */
    static Answer unexpected(Throwable failure) {
        return new Answer(FAILED, null, null, failure.toString());
    }

    boolean isSuccess() {
        return word.equals(EXECUTE) || word.equals(REPLAY);
    }
}
