package dev.retrysafe.samples.chaos.check;

import org.jspecify.annotations.Nullable;

/**
 * One call of a tool, as its worker wrote it down.
 *
 * @param id names it
 * @param operation the operation's index
 * @param begun when, microseconds
 * @param told what it was told; null when its worker did not live to hear it
 */
public record Call(
        String id, int operation, long begun, @Nullable Told told) {

    /**
     * What a caller was told.
     *
     * @param at when, microseconds
     * @param word the decision, or what else it ended with
     * @param receiptId the receipt's remote id, or a dash
     * @param entryId the result's id, or a dash
     * @param entryName the result's tool, tenant and decision, or a dash
     * @param amount the result's amount, or a dash
     */
    public record Told(long at, String word, String receiptId, String entryId, String entryName, String amount) {

        boolean isSuccess() {
            return word.equals("execute") || word.equals("replay");
        }
    }
}
