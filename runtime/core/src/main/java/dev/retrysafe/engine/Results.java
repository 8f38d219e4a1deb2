package dev.retrysafe.engine;

import dev.retrysafe.CommitReceipt;
import dev.retrysafe.OneLine;
import dev.retrysafe.result.ResultCodec;
import dev.retrysafe.result.ResultCodecException;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolMethod;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stores results and gives them back. A result that cannot be stored never keeps a receipt from being stored. */
final class Results {

    private final @Nullable ResultCodec codec;

    private final long maxBytes;

    Results(@Nullable ResultCodec codec, long maxBytes) {
        this.codec = codec;
        this.maxBytes = maxBytes;
    }

    /** Whether the tool's results can be stored as it wants them. */
    boolean canKeep(ToolMethod tool) {
        return codec != null || !tool.definition().storeResult() || isVoid(tool);
    }

    StoredResult store(ToolMethod tool, @Nullable Object value) {
        if (isVoid(tool)) {
            return StoredResult.without(StoredResult.Kind.VOID);
        }
        if (codec == null || !tool.definition().storeResult()) {
            return StoredResult.without(StoredResult.Kind.WITHHELD);
        }
        byte[] body;
        try {
            body = Objects.requireNonNull(codec.write(value, type(tool)), "what the codec wrote");
        } catch (Throwable t) {
            // A getter of the result may throw anything, and the effect has happened: the receipt is stored all the
            // same.
            EngineLog.warn(
                    t,
                    "the result of {} cannot be stored, so replays will carry the receipt only: {}",
                    tool.definition().tool(),
                    OneLine.of(t));
            return StoredResult.without(StoredResult.Kind.NOT_SERIALIZABLE);
        }
        if (body.length > maxBytes) {
            EngineLog.warn(
                    null,
                    "the result of {} has {} bytes, over the limit of {}, so replays will carry the receipt only",
                    tool.definition().tool(),
                    body.length,
                    maxBytes);
            return StoredResult.without(StoredResult.Kind.TOO_LARGE);
        }
        return new StoredResult(StoredResult.Kind.JSON, body);
    }

    /**
     * Reads a stored result back.
     *
     * @throws dev.retrysafe.ResultUnavailableException when there is none to read
     */
    @Nullable
    Object replay(Operation operation, ToolMethod tool, CommitReceipt receipt, StoredOutcome outcome) {
        StoredResult stored = outcome.result();
        if (isVoid(tool)) {
            return null;
        }
        if (codec == null || stored.kind() != StoredResult.Kind.JSON) {
            throw Answers.resultUnavailable(operation, receipt, Answers.why(stored.kind()), null);
        }
        try {
            return codec.read(stored.body(), type(tool));
        } catch (ResultCodecException e) {
            throw Answers.resultUnavailable(
                    operation,
                    receipt,
                    "it was stored by another version of the tool and does not fit its type any more",
                    e);
        } catch (RuntimeException | LinkageError e) {
            throw Answers.resultUnavailable(operation, receipt, "it cannot be read", e);
        }
    }

    /**
     * A value as a model reads it: maps, lists, texts, numbers and truth values.
     *
     * @param value the tool's result, or what was made of it
     * @return null for nothing; the value itself where it has no stored form
     */
    @Nullable
    Object jsonReady(ToolMethod tool, Object value) {
        if (codec == null || isVoid(tool)) {
            return value;
        }
        try {
            return codec.jsonReady(value, fits(value, type(tool)) ? type(tool) : value.getClass());
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            return value;
        }
    }

    private static boolean fits(Object value, Type type) {
        Type raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
        return raw instanceof Class<?> c && c.isInstance(value);
    }

    private static boolean isVoid(ToolMethod tool) {
        return tool.resultType() == ResultType.VOID;
    }

    private static Type type(ToolMethod tool) {
        return tool.resultType().type();
    }
}
