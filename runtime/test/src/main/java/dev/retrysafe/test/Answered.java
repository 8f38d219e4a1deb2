package dev.retrysafe.test;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.ResolveReply;
import org.jspecify.annotations.Nullable;

/** Puts answers of stores into words in which two stores can be compared that answered at different times. */
final class Answered {

    private Answered() {}

    /** What of an answer does not depend on when it was given. */
    static String of(@Nullable Object reply) {
        if (reply instanceof ClaimReply.Claimed claimed) {
            return "claimed " + claimed.fence() + (claimed.takeover() ? " takeover" : "")
                    + (claimed.resendLeft() == null ? "" : " limited");
        }
        if (reply instanceof ClaimReply.InProgress running) {
            return "in progress at " + running.fence();
        }
        if (reply instanceof ClaimReply.InDoubt doubt) {
            return "in doubt at " + doubt.fence() + " by " + doubt.owner() + " as " + doubt.claimedAs() + ": "
                    + withoutWords(doubt.failure());
        }
        if (reply instanceof ClaimReply.Committed committed) {
            return "committed " + committed.outcome().remoteId();
        }
        if (reply instanceof CommitReply.Stored stored) {
            return "stored " + stored.outcome().remoteId() + (stored.late() ? " late" : "")
                    + (stored.recordWasLost() ? " lost" : "");
        }
        if (reply instanceof CommitReply.AlreadyCommitted committed) {
            return "already " + committed.outcome().remoteId() + " differs " + committed.differs();
        }
        if (reply instanceof OpenPage page) {
            return "page of " + page.records().stream().map(Answered::shown).toList();
        }
        if (reply instanceof RecordView record) {
            return shown(record);
        }
        if (reply instanceof ResolveReply.Resolved resolved) {
            return "resolved " + shown(resolved.record());
        }
        if (reply instanceof ResolveReply.Stale stale) {
            return "stale " + shown(stale.record());
        }
        if (reply instanceof ResolveReply.IdReused reused) {
            return "reused " + shown(reused.record());
        }
        return String.valueOf(reply);
    }

    private static String withoutWords(String failure) {
        return failure.replaceFirst("^(released).*", "$1");
    }

    /** A record that is settled need not say what an open one says. */
    private static String shown(RecordView record) {
        boolean open = record.state() == RecordState.PENDING || record.state() == RecordState.IN_DOUBT;
        StringBuilder text = new StringBuilder(record.state() + " at " + record.fence() + " "
                + record.fingerprint().substring(0, 10));
        if (open) {
            text.append(" by ").append(record.owner()).append(" as ").append(record.mutation());
            text.append(" failure ").append(withoutWords(record.failure()));
            text.append(record.recordWasLost() ? " lost" : "");
        }
        if (record.outcome() != null) {
            text.append(" receipt ")
                    .append(record.outcome().remoteId())
                    .append(' ')
                    .append(record.outcome().result());
        }
        for (RecordView.PastAttempt past : record.history()) {
            text.append(" past ")
                    .append(past.fence())
                    .append(past.end())
                    .append(past.owner())
                    .append(withoutWords(past.failure()));
        }
        for (RecordView.LateReceipt late : record.lateReceipts()) {
            text.append(" late ").append(late.fence()).append(late.remoteId());
        }
        for (RecordView.KeptResolution kept : record.resolutions()) {
            text.append(" decided ").append(kept.fence()).append(kept.resolution());
        }
        return text.toString();
    }
}
