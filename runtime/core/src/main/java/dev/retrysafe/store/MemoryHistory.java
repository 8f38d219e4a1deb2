package dev.retrysafe.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a record remembers beside its last attempt, for a person to see. */
final class MemoryHistory {

    private static final int MOST_ATTEMPTS = 8;

    private static final int MOST_RECEIPTS = 3;

    private final List<RecordView.PastAttempt> attempts = new ArrayList<>();

    private final List<RecordView.LateReceipt> receipts = new ArrayList<>();

    /** Whose receipts were kept, so that one is not kept twice. */
    private final Set<Token> senders = new HashSet<>();

    private final List<RecordView.KeptResolution> resolutions = new ArrayList<>();

    void add(RecordView.PastAttempt attempt) {
        attempts.add(attempt);
        if (attempts.size() > MOST_ATTEMPTS) {
            attempts.remove(0);
        }
    }

    boolean hasReceipts() {
        return !receipts.isEmpty();
    }

    void keepReceipt(Claim claim, NewOutcome late, Instant now) {
        if (!senders.add(claim.request().token())) {
            return;
        }
        receipts.add(new RecordView.LateReceipt(
                claim.fence(), now, late.failed(), late.remoteSystem(), late.remoteId(), late.remoteUrl()));
        if (receipts.size() > MOST_RECEIPTS) {
            receipts.remove(0);
        }
    }

    void add(RecordView.KeptResolution resolution) {
        resolutions.add(resolution);
    }

    RecordView.@Nullable KeptResolution decided(String decisionId) {
        return resolutions.stream()
                .filter(kept -> kept.resolution().decisionId().equals(decisionId))
                .findFirst()
                .orElse(null);
    }

    /** Whether a person decided about an attempt. */
    boolean decided(long fence) {
        return resolutions.stream().anyMatch(kept -> kept.fence() == fence);
    }

    List<RecordView.PastAttempt> attempts() {
        return attempts;
    }

    List<RecordView.LateReceipt> receipts() {
        return receipts;
    }

    List<RecordView.KeptResolution> resolutions() {
        return resolutions;
    }
}
