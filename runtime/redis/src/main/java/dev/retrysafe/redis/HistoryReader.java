package dev.retrysafe.redis;

import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView.KeptResolution;
import dev.retrysafe.store.RecordView.LateReceipt;
import dev.retrysafe.store.RecordView.PastAttempt;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.Resolution.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads what scripts kept of earlier attempts, of decisions, and of receipts that were refused. */
final class HistoryReader {

    private static final int TOKEN_BYTES = 16;

    private final List<PastAttempt> attempts = new ArrayList<>();
    private final List<KeptResolution> resolutions = new ArrayList<>();

    /**
     * Reads a history.
     *
     * @param lastFence the last attempt's: one that was decided about is written down before another follows
     */
    HistoryReader(Unpacker in, long lastFence) {
        while (in.remaining() > 0) {
            int kind = in.octet();
            Unpacker entry = in.part(in.int32());
            switch (kind) {
                case 'A' -> {
                    PastAttempt attempt = attempt(entry);
                    if (attempt.fence() != lastFence) {
                        attempts.add(attempt);
                    }
                }
                case 'R' -> resolutions.add(resolution(entry));
                default -> throw new IllegalArgumentException("unknown entry " + kind);
            }
        }
    }

    private static PastAttempt attempt(Unpacker in) {
        long fence = in.int64();
        Instant endedAt = Instant.ofEpochMilli(in.int48());
        RecordState end = RecordReader.stateOf(in.octet());
        return new PastAttempt(fence, in.presentText(), endedAt, end, in.rest());
    }

    private static KeptResolution resolution(Unpacker in) {
        long fence = in.int64();
        Instant at = Instant.ofEpochMilli(in.int48());
        Duration retention = Duration.ofMillis(in.int48());
        String decisionId = in.presentText();
        Verdict verdict = switch (in.octet()) {
            case 'C' -> Verdict.COMMITTED;
            case 'F' -> Verdict.NOT_APPLIED;
            default -> throw new IllegalArgumentException("unknown verdict");
        };
        Resolution resolution = new Resolution(
                decisionId, verdict, in.text(), in.text(), in.text(), in.presentText(), in.presentText(), retention);
        return new KeptResolution(fence, at, resolution);
    }

    static List<LateReceipt> lateReceipts(Unpacker in) {
        List<LateReceipt> receipts = new ArrayList<>();
        while (in.remaining() > 0) {
            in.bytes(TOKEN_BYTES);
            long fence = in.int64();
            Instant at = Instant.ofEpochMilli(in.int48());
            Unpacker receipt = in.part(in.int32());
            String remoteId = receipt.text();
            String remoteSystem = receipt.text();
            String remoteUrl = receipt.text();
            boolean failed = (receipt.octet() & RecordReader.FAILED) != 0;
            receipts.add(new LateReceipt(fence, at, failed, remoteSystem, remoteId, remoteUrl));
        }
        return receipts;
    }

    List<PastAttempt> attempts() {
        return attempts;
    }

    List<KeptResolution> resolutions() {
        return resolutions;
    }
}
