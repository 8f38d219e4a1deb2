package dev.retrysafe.samples.chaos.check;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool, as its worker wrote it down.
 *
 * @param id names it: its worker's process, {@code #} and a number
 * @param operation the operation's index
 * @param begun when, microseconds
 * @param claimed the claim that it got; null when it got none, or its worker did not live to write it down
 * @param sent when requests for the effect left, microseconds
 * @param told what it was told; null when its worker did not live to hear it
 */
public record Call(
        String id,
        int operation,
        long begun,
        @Nullable Claimed claimed,
        List<Long> sent,
        @Nullable Told told) {

    /**
     * A claim.
     *
     * @param at when the store's answer was there, microseconds
     * @param fence the attempt's number
     * @param takeover whether an earlier attempt may still have had its effect
     */
    public record Claimed(long at, long fence, boolean takeover) {}

    /**
     * What a caller was told.
     *
     * @param at when, microseconds
     * @param word the decision, or what else it ended with
     * @param receiptId the receipt's remote id, or a dash
     * @param entryId the result's id, or a dash
     * @param entryName the result's tool, tenant and decision, or a dash
     * @param amount the result's amount, or a dash
     * @param detail of a failure, or a dash
     */
    public record Told(
            long at, String word, String receiptId, String entryId, String entryName, String amount, String detail) {

        boolean isSuccess() {
            return word.equals("execute") || word.equals("replay");
        }
    }

    /**
     * A call that has just begun.
     *
     * @param id names it
     * @param operation the operation's index
     * @param begun when, microseconds
     * @return it
     */
    public static Call begun(String id, int operation, long begun) {
        return new Call(id, operation, begun, null, List.of(), null);
    }

    Call with(Claimed newClaim) {
        return new Call(id, operation, begun, newClaim, sent, told);
    }

    Call withSent(long at) {
        return new Call(
                id,
                operation,
                begun,
                claimed,
                Stream.concat(sent.stream(), Stream.of(at)).toList(),
                told);
    }

    Call with(Told newTold) {
        return new Call(id, operation, begun, claimed, sent, newTold);
    }

    /** The worker's process. */
    String run() {
        return id.substring(0, Math.max(0, id.lastIndexOf('#')));
    }

    /** Until when it ran, as far as somebody who asks at a time can know. */
    long endedBy(long time) {
        return told == null ? time : Math.min(told.at(), time);
    }
}
