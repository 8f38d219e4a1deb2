package dev.retrysafe.engine;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.tool.RecoveryPlan;
import dev.retrysafe.tool.ToolDefinition;

/**
 * What a model is told to do about an effect in doubt. It depends on what another call would do: without a recovery
 * nothing at all, with one it may settle the doubt.
 */
final class Advice {

    private static final String HUMAN =
            " a human, who can look at the remote system to see whether it happened, and settle"
                    + " the record by that.";

    /** For a doubt that no call settles. */
    static final String DO_NOT_CALL_AGAIN =
            " Do not call it again: another call is not executed and changes nothing. Tell" + HUMAN;

    /** For a record that keeps no call from being executed, while the effect may be there. */
    static final String NOTHING_HOLDS_BACK =
            " Do not call it again: another call is executed, and may cause a second effect. Tell" + HUMAN;

    /** For a tool whose code has to be mended first. */
    static final String ENDS_LIKE_THIS = " Do not call it again: another call ends like this one. Tell" + HUMAN;

    /** What the tool's calls do with a doubt; empty when they leave it as it is. */
    private final String settling;

    private Advice(boolean looksUp, boolean believesAbsence, boolean sendsAgain) {
        String again = "sends the same request again with the same key, which does no harm twice, or is in doubt again";
        if (looksUp) {
            settling = "such a call looks up at the remote side whether it happened, and "
                    + (sendsAgain
                            ? "is answered with what it finds. If it finds nothing, it " + again
                            : "is answered with what it finds, "
                                    + (believesAbsence
                                            ? "is executed once nothing has been there for long enough, "
                                            : "")
                                    + "or is in doubt again");
        } else {
            settling = sendsAgain ? "such a call " + again : "";
        }
    }

    /** For an attempt of the present code, which just came into doubt. */
    static Advice of(ToolDefinition tool) {
        RecoveryPlan recovery = tool.recovery();
        boolean idempotent = tool.mutation() == Mutation.IDEMPOTENT;
        return new Advice(
                looksUp(tool),
                !idempotent && recovery.trustAbsentAfter() != null,
                idempotent && (recovery.resendForever() || recovery.resendWithin() != null));
    }

    /** For a doubt that a call has found, and left as it is. */
    static Advice of(ToolDefinition tool, ClaimReply.InDoubt record) {
        boolean idempotent = tool.mutation() == Mutation.IDEMPOTENT && record.claimedAs() == Mutation.IDEMPOTENT;
        return new Advice(
                looksUp(tool),
                !idempotent && tool.recovery().trustAbsentAfter() != null,
                idempotent && Decider.takeover(record, tool, Decider.LookupAnswer.NOT_ASKED) != null);
    }

    /** A local transaction's calls settle nothing: it cannot be in doubt, but its record may be from other code. */
    private static boolean looksUp(ToolDefinition tool) {
        return tool.recovery().reconcile() != null && tool.mutation() != Mutation.LOCAL_TRANSACTION;
    }

    /** For what is in doubt. */
    String inDoubt() {
        return settling.isEmpty()
                ? DO_NOT_CALL_AGAIN
                : " Calling again with the same arguments is safe: " + settling + ". If it stays in doubt, tell"
                        + HUMAN;
    }

    /** For what was executed, its receipt being written still. */
    String notStored() {
        return settling.isEmpty()
                ? DO_NOT_CALL_AGAIN
                : " Do not call it again for now. A later call with the same arguments is safe: it is answered with the"
                        + " receipt once that is stored; otherwise " + settling
                        + ". If it comes to be in doubt and stays so,"
                        + " tell" + HUMAN;
    }
}
