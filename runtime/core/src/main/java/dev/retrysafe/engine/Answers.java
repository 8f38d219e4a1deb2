package dev.retrysafe.engine;

import dev.retrysafe.CommitReceipt;
import dev.retrysafe.EffectConflict;
import dev.retrysafe.OneLine;
import dev.retrysafe.RefusalCode;
import dev.retrysafe.ResultUnavailableException;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredResult;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The refusals of the protocol, in words that a model understands: what happened, and whether to call again. They hold no text
 * of others: not who owns an attempt, not what it failed with, not what the remote side calls its effect.
 */
final class Answers {

    private Answers() {}

    /** For a step that admits no call. */
    static SideEffectException refusal(
            Operation operation, ClaimRequest request, Step step, @Nullable Throwable lookupFailure) {
        if (step instanceof Step.Conflict conflict) {
            return conflict(operation, conflict.conflict());
        }
        if (step instanceof Step.InProgress running) {
            return inProgress(operation, running.retryAfter());
        }
        if (step instanceof Step.InDoubt inDoubt) {
            return inDoubt(operation, inDoubt.record(), lookupFailure);
        }
        if (step instanceof Step.Untimely untimely) {
            return untimely(operation, request.issuedAt(), untimely.storeTime());
        }
        throw new IllegalStateException("no refusal for " + step);
    }

    static SideEffectConflictException conflict(Operation operation, EffectConflict conflict) {
        boolean definition = conflict.reason().equals(EffectConflict.DEFINITION_CHANGED);
        return new SideEffectConflictException(
                facts(
                        operation,
                        "Conflict",
                        "Nothing was done: " + name(operation) + " was already called under this key "
                                + (definition
                                        ? "before its definition changed, so the two calls cannot be compared."
                                        : "with other arguments, and one key stands for one effect.")
                                + " Do not call it again like this. If another effect is meant, ask a human for a new"
                                + " decision; if not, use the result of the first call."),
                conflict);
    }

    static SideEffectInProgressException inProgress(Operation operation, Duration retryAfter) {
        return new SideEffectInProgressException(
                facts(
                        operation,
                        "InProgress",
                        name(operation)
                                + " with these arguments is being executed by another caller. Nothing was done by"
                                + " this call. Wait "
                                + Math.max(1, retryAfter.plusMillis(999).toSeconds())
                                + " seconds, then call again with the same arguments: it will not be executed twice."),
                retryAfter);
    }

    static SideEffectInDoubtException inDoubt(
            Operation operation, ClaimReply.InDoubt record, @Nullable Throwable lookupFailure) {
        return new SideEffectInDoubtException(
                facts(
                        operation,
                        "InDoubt",
                        name(operation)
                                + " may or may not have taken effect: an earlier attempt (in doubt since "
                                + record.since()
                                + ") ended without telling."
                                + (lookupFailure == null
                                        ? ""
                                        : " Looking it up at the remote side failed with "
                                                + lookupFailure.getClass().getName() + ".")
                                + " Nothing was done by this call."
                                + Advice.of(operation.tool(), record).inDoubt()),
                null,
                lookupFailure);
    }

    /**
     * For an attempt whose method threw, or returned what does not tell.
     *
     * @param cause what it threw; null where it returned
     */
    static SideEffectInDoubtException failedInDoubt(Operation operation, @Nullable Throwable cause) {
        return new SideEffectInDoubtException(
                facts(
                        operation,
                        "InDoubt",
                        name(operation) + " failed in a way that does not tell whether it took effect."
                                + Advice.of(operation.tool()).inDoubt()),
                null,
                cause);
    }

    /** For whoever asks how a call ended while it goes on: its future has not completed, or nobody waited for it. */
    static SideEffectInProgressException goesOn(Operation operation) {
        Duration wait = Duration.ofSeconds(1);
        return new SideEffectInProgressException(
                facts(
                        operation,
                        "InProgress",
                        name(operation) + " with these arguments goes on: it was not waited for to its end. Wait "
                                + wait.toSeconds()
                                + " second, then call again with the same arguments: it will not be executed twice."),
                wait);
    }

    /** For an attempt that returned after others had been let in, or after its record was freed. */
    static SideEffectException commitRefused(Operation operation, RecordState state, @Nullable Object result) {
        if (state == RecordState.PENDING) {
            Duration wait = Duration.ofSeconds(1);
            return new SideEffectInProgressException(
                    facts(
                            operation,
                            "CommitRefused",
                            name(operation) + " was executed by this call, but the store had lost its claim and another"
                                    + " caller is executing it now. This call's receipt was kept as evidence for a human."
                                    + " Wait " + wait.toSeconds()
                                    + " second, then call again with the same arguments to"
                                    + " get the outcome that stands: that call is not executed."),
                    wait);
        }
        return new SideEffectInDoubtException(
                facts(
                        operation,
                        "CommitRefused",
                        name(operation)
                                + " was executed by this call, but the store no longer holds this attempt to be the"
                                + " owner (its record is "
                                + state
                                + "). Its receipt was kept as evidence."
                                + refusedAdvice(operation, state)),
                result,
                null);
    }

    private static String refusedAdvice(Operation operation, RecordState state) {
        return switch (state) {
            case IN_DOUBT -> Advice.of(operation.tool()).inDoubt();
            case FREE, ABSENT -> Advice.NOTHING_HOLDS_BACK;
            case PENDING, COMMITTED -> Advice.DO_NOT_CALL_AGAIN;
        };
    }

    /** For a final failure of a transaction that was rolled back, while others were let in. */
    static SideEffectInDoubtException failureRefused(Operation operation, RecordState state) {
        return new SideEffectInDoubtException(
                facts(
                        operation,
                        "CommitRefused",
                        name(operation)
                                + " failed and was rolled back, so nothing was done by this call; but another attempt came"
                                + " in between (its record is " + state + "), so this failure is not the outcome that"
                                + " stands." + Advice.DO_NOT_CALL_AGAIN),
                null,
                null);
    }

    static SideEffectStoreException notClaimed(Operation operation, EffectStoreException cause) {
        return SideEffectStoreException.atClaim(
                facts(
                        operation,
                        cause.reason().code(),
                        "Nothing was done: " + name(operation)
                                + " was not executed, because the store that keeps it from running twice could not confirm"
                                + " the claim ("
                                + OneLine.of(cause.getMessage())
                                + "). Call again later with the same arguments."),
                cause);
    }

    static SideEffectStoreException claimTooLate(Operation operation) {
        return SideEffectStoreException.atClaim(
                facts(
                        operation,
                        "ClaimTooLate",
                        "Nothing was done: " + name(operation)
                                + " was not executed, because its lease had passed before it could begin. Call again later"
                                + " with the same arguments."),
                null);
    }

    static SideEffectStoreException closed(String tool, @Nullable String key) {
        return SideEffectStoreException.atClaim(
                new SideEffectException.Facts(
                        "EngineClosed",
                        "Nothing was done: " + tool
                                + " was not executed, because this process is shutting down. Call again"
                                + " later with the same arguments.",
                        tool,
                        key,
                        null),
                null);
    }

    static SideEffectStoreException notStored(
            Operation operation, @Nullable Object result, EffectStoreException cause) {
        return SideEffectStoreException.atCommit(
                facts(
                        operation,
                        "NotStored",
                        name(operation) + " was executed, but its receipt is not stored yet ("
                                + OneLine.of(cause.getMessage())
                                + "); storing is tried again in the background."
                                + Advice.of(operation.tool()).notStored()),
                result,
                cause);
    }

    /** For a transaction in which effect and receipt were rolled back together. */
    static SideEffectStoreException rolledBack(Operation operation, @Nullable EffectStoreException cause) {
        return SideEffectStoreException.rolledBack(
                facts(
                        operation,
                        "RolledBack",
                        "Nothing was done: " + name(operation)
                                + " ran, and its transaction was rolled back with everything in it ("
                                + (cause == null ? "the method ended it by itself" : OneLine.of(cause.getMessage()))
                                + "). Call again later with the same arguments."),
                cause);
    }

    /** For a transaction whose commit was not answered, with a database that cannot be asked either. */
    static SideEffectStoreException commitUnknown(
            Operation operation, @Nullable Object result, EffectStoreException cause) {
        return SideEffectStoreException.atCommit(
                facts(
                        operation,
                        "CommitUnknown",
                        name(operation) + " was executed, and whether its transaction was committed is not known yet ("
                                + OneLine.of(cause.getMessage())
                                + "). Effect and receipt are there together, or neither is: a later call with the same"
                                + " arguments finds the receipt or executes, and never causes a second effect. Tell a"
                                + " human that the database does not answer."),
                result,
                cause);
    }

    static ResultUnavailableException resultUnavailable(
            Operation operation, CommitReceipt receipt, String why, @Nullable Throwable cause) {
        return new ResultUnavailableException(
                facts(
                        operation,
                        "ResultUnavailable",
                        name(operation)
                                + " took effect earlier and was not executed again. Its result is not available: "
                                + why
                                + ". Use the receipt; do not call again."),
                receipt,
                cause);
    }

    static String why(StoredResult.Kind kind) {
        return switch (kind) {
            case VOID, JSON -> "it was stored in another form than this version of the tool returns";
            case WITHHELD ->
                "only its receipt was kept, because this tool stores no results or a person settled the call";
            case TOO_LARGE -> "it was larger than the store keeps";
            case NOT_SERIALIZABLE -> "it could not be stored";
            case FAILURE -> "a failure was stored";
        };
    }

    static SideEffectRejectedException untimely(Operation operation, @Nullable Instant issuedAt, Instant storeTime) {
        return rejected(
                operation,
                RefusalCode.TOO_OLD,
                issuedAt != null && issuedAt.isAfter(storeTime)
                        ? "the request says that it was issued at " + issuedAt + ", and at the store it is only "
                                + storeTime + ". A human has to look at the clock of whoever issued it"
                        : "the request was issued at " + issuedAt + ", and at " + storeTime
                                + " the receipt that would answer it may be gone. Ask a human whether it is still wanted");
    }

    static SideEffectRejectedException selfCall(Operation operation) {
        return rejected(
                operation,
                RefusalCode.SELF_CALL,
                "it is running under this very key and called itself. The inner call would be the same operation; a"
                        + " further effect needs a key of its own");
    }

    static SideEffectRejectedException calledByItsLookup(Operation operation) {
        return rejected(
                operation,
                RefusalCode.SELF_CALL,
                "its own lookup called it, while looking up this very operation. A lookup only looks: it must not call the"
                        + " tool");
    }

    /**
     * For a request that a resend might send under the key of another one.
     *
     * @param request {@code <METHOD> <host><path>}
     */
    static SideEffectInDoubtException unnamedRequest(Operation operation, String request) {
        return new SideEffectInDoubtException(
                facts(
                        operation,
                        "UnnamedRequest",
                        name(operation)
                                + " may or may not have taken effect: one of its requests went out, and " + request
                                + " was not sent, because it has no Idempotency-Key of its own. The tool is IDEMPOTENT, so"
                                + " it may run again, and another of its requests may then be the first, under the key"
                                + " that the remote side knows from this attempt's first one. A developer has to name each"
                                + " further request in its code:"
                                + " header(\"Idempotency-Key\", SideEffects.downstreamKey(\"charge\").value())."
                                + Advice.ENDS_LIKE_THIS),
                null,
                null);
    }

    static SideEffectRejectedException rejected(Operation operation, RefusalCode code, String why) {
        return new SideEffectRejectedException(
                code,
                "Nothing was done: " + name(operation) + " was refused, because " + why + ".",
                name(operation),
                operation.key(),
                operation.fingerprint(),
                null);
    }

    static SideEffectException.Facts facts(Operation operation, String code, String message) {
        return new SideEffectException.Facts(code, message, name(operation), operation.key(), operation.fingerprint());
    }

    private static String name(Operation operation) {
        return operation.tool().tool();
    }
}
