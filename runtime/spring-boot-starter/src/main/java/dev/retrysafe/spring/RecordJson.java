package dev.retrysafe.spring;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.operations.TakenKeys;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.StoredOutcome;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record as JSON, ready for any library: texts, numbers, booleans, lists and maps; absent values are left out. */
final class RecordJson {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Map<String, Object> members = new LinkedHashMap<>();

    private RecordJson() {}

    static Map<String, Object> of(RecordView record) {
        RecordJson json = new RecordJson();
        json.add("record_id", record.id().value());
        OperationId operation = record.operation();
        if (operation != null) {
            json.add("namespace", operation.namespace());
            json.add("tenant", operation.tenant());
            json.add("tool", operation.tool());
            json.add("idempotency_key", operation.key());
            json.add(
                    "downstream_key",
                    DownstreamKey.derive(
                                    operation.namespace(),
                                    operation.tool(),
                                    operation.key(),
                                    record.fingerprint(),
                                    null)
                            .value());
        }
        TakenKeys taken = TakenKeys.of(record);
        json.add("downstream_keys", taken.keys().stream().map(RecordJson::of).toList());
        json.add("more_downstream_keys", taken.more() ? Boolean.TRUE : null);
        json.add("state", word(record.state()));
        json.add("fence", record.fence());
        json.add("effect_fingerprint", record.fingerprint());
        json.add("mutation", record.mutation() == null ? null : word(record.mutation()));
        json.add("first_attempt_at", record.firstAttemptAt());
        json.add("in_doubt_since", record.inDoubtSince());
        json.add("owner", record.owner());
        json.add("failure", record.failure());
        json.add("record_was_lost", record.recordWasLost() ? Boolean.TRUE : null);
        StoredOutcome outcome = record.outcome();
        if (outcome != null) {
            json.add("receipt", receipt(outcome));
        }
        json.add("history", record.history().stream().map(RecordJson::of).toList());
        json.add(
                "late_receipts",
                record.lateReceipts().stream().map(RecordJson::of).toList());
        json.add(
                "resolutions", record.resolutions().stream().map(RecordJson::of).toList());
        return json.members;
    }

    private static Map<String, Object> of(TakenKeys.TakenKey taken) {
        RecordJson json = new RecordJson();
        json.add("name", taken.name());
        json.add("key", taken.key().value());
        return json.members;
    }

    private static Map<String, Object> receipt(StoredOutcome outcome) {
        RecordJson json = new RecordJson();
        json.add("status", outcome.failed() ? "failed" : "committed");
        json.remote(outcome.remoteSystem(), outcome.remoteId(), outcome.remoteUrl());
        json.add("committed_at", outcome.committedAt());
        json.add("expires_at", outcome.expiresAt());
        return json.members;
    }

    private static Map<String, Object> of(RecordView.PastAttempt attempt) {
        RecordJson json = new RecordJson();
        json.add("fence", attempt.fence());
        json.add("owner", attempt.owner());
        json.add("ended_at", attempt.endedAt());
        json.add("end", attempt.end() == RecordState.FREE ? "released" : "in_doubt");
        json.add("failure", attempt.failure());
        return json.members;
    }

    private static Map<String, Object> of(RecordView.LateReceipt late) {
        RecordJson json = new RecordJson();
        json.add("fence", late.fence());
        json.add("at", late.at());
        json.add("status", late.failed() ? "failed" : "committed");
        json.remote(late.remoteSystem(), late.remoteId(), late.remoteUrl());
        return json.members;
    }

    private static Map<String, Object> of(RecordView.KeptResolution kept) {
        RecordJson json = new RecordJson();
        json.add("fence", kept.fence());
        json.add("at", kept.at());
        json.add("decision_id", kept.resolution().decisionId());
        json.add("verdict", word(kept.resolution().verdict()));
        json.remote(
                kept.resolution().remoteSystem(),
                kept.resolution().remoteId(),
                kept.resolution().remoteUrl());
        json.add("by", kept.resolution().by());
        json.add("why", kept.resolution().why());
        return json.members;
    }

    private void remote(@Nullable String system, @Nullable String id, @Nullable String url) {
        add("remote_system", system);
        add("remote_id", id);
        add("remote_url", url);
    }

    /** Null, an empty text and an empty list say nothing. */
    private void add(String name, @Nullable Object value) {
        boolean empty = value == null || "".equals(value) || (value instanceof List<?> list && list.isEmpty());
        if (!empty) {
            members.put(name, value instanceof Instant time ? TIME.format(time) : value);
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
