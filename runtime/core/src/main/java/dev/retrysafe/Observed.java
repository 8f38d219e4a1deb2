package dev.retrysafe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a call.
 *
 * @param thrown what the observed call threw; null when it returned
 * @param seen the last outermost side effect inside it
 */
record Observed<T>(@Nullable T value, @Nullable Throwable thrown, ToolScope.Seen seen) implements Outcome<T> {

    private static final int DEEPEST_CAUSE = 100;

    @Override
    public boolean replayed() {
        return decision() == Decision.REPLAY;
    }

    @Override
    public Decision decision() {
        return seen.decision();
    }

    @Override
    public @Nullable CommitReceipt receipt() {
        return seen.receipt();
    }

    @Override
    public EffectEnvelope envelope() {
        return seen.envelope();
    }

    @Override
    public @Nullable Throwable failure() {
        Throwable told = seen.failure();
        return told != null && isBehind(told, thrown) ? told : thrown;
    }

    private static boolean isBehind(Throwable told, @Nullable Throwable thrown) {
        Throwable t = thrown;
        for (int i = 0; t != null && i < DEEPEST_CAUSE; i++) {
            if (t == told) {
                return true;
            }
            t = t.getCause();
        }
        return false;
    }

    @Override
    public Map<String, Object> toMap() {
        SideEffectException said = seen.said();
        Throwable failure = value instanceof CompletableFuture ? seen.failure() : failure();
        if (said == null && failure instanceof SideEffectException another) {
            said = another;
        }
        if (said != null) {
            return said(said);
        }
        if (failure != null) {
            return failed(failure);
        }
        Object json = jsonReady(value);
        return replayed() ? replay(json) : plain(json);
    }

    private @Nullable Object jsonReady(@Nullable Object shown) {
        if (!(shown instanceof CompletableFuture<?> future)) {
            return shown == null ? null : seen.jsonReady(shown);
        }
        if (!future.isDone()) {
            throw new IllegalStateException("the call has ended, and the future that it was made into goes on");
        }
        return future.isCompletedExceptionally() ? null : jsonReady(future.join());
    }

    private Map<String, Object> said(SideEffectException said) {
        Map<String, Object> map = said.toMap();
        Throwable cause = seen.methodFailure();
        if (cause != null) {
            map.put("cause", OneLine.of(cause));
        } else if (thrown == null && said.decision() == Decision.IN_DOUBT) {
            Object json = jsonReady(value);
            if (json != null) {
                map.put("result", json);
            }
        }
        return map;
    }

    private Map<String, Object> failed(Throwable failure) {
        EffectEnvelope envelope = envelope();
        CommitReceipt receipt = receipt();
        if (receipt != null && !receipt.status().equals(CommitReceipt.FAILED)) {
            return tookEffect(envelope, receipt, failure);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("status", CommitReceipt.FAILED);
        map.put("message", OneLine.messageOf(failure));
        map.put("tool", envelope.tool());
        map.put("idempotency_key", envelope.idempotencyKey());
        if (replayed()) {
            map.put("replayed", true);
        }
        if (receipt != null) {
            map.put("receipt", receipt.toMap());
        }
        return map;
    }

    /** The tool's own result got lost between the tool and whoever observes. */
    private static Map<String, Object> tookEffect(EffectEnvelope envelope, CommitReceipt receipt, Throwable failure) {
        Map<String, Object> map = new ResultUnavailableException(
                        new SideEffectException.Facts(
                                "ResultUnavailable",
                                envelope.tool()
                                        + " took effect. Its result is not available: what was to be done with it failed."
                                        + " Use the receipt; do not call again.",
                                envelope.tool(),
                                envelope.idempotencyKey(),
                                envelope.effectFingerprint()),
                        receipt,
                        failure)
                .toMap();
        map.put("cause", OneLine.of(failure));
        return map;
    }

    private Map<String, Object> replay(@Nullable Object json) {
        Map<String, Object> map = new LinkedHashMap<>();
        CommitReceipt receipt = receipt();
        if (json instanceof Map<?, ?> object && !object.containsKey("replayed") && !object.containsKey("receipt")) {
            map.putAll(plain(json));
            map.put("replayed", true);
        } else {
            map.put("replayed", true);
            if (json != null) {
                map.put("result", json);
            }
        }
        if (receipt != null) {
            map.put("receipt", receipt.toMap());
        }
        return map;
    }

    private static Map<String, Object> plain(@Nullable Object json) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (json instanceof Map<?, ?> object) {
            object.forEach((name, member) -> map.put(String.valueOf(name), member));
        } else if (json != null) {
            map.put("result", json);
        }
        return map;
    }
}
