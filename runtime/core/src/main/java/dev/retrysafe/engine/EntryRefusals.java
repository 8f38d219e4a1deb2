package dev.retrysafe.engine;

import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectRejectedException;
import org.jspecify.annotations.Nullable;

/** The refusals of what enters, or would: other arguments than were claimed, and the same method again. */
final class EntryRefusals {

    /** What the record says of an attempt whose method was entered again, for a person. */
    static final String RECORDED =
            "EnteredTwice: the method was entered a second time within one attempt, which was refused; what came of the first is"
                    + " not known";

    private EntryRefusals() {}

    /**
     * For arguments that were changed between the claim and the method.
     *
     * @param doubtful whether an earlier attempt is unknown
     * @param unreadable what reading them again threw; null when they could be read
     */
    static SideEffectRejectedException argumentsChanged(
            Operation operation, boolean doubtful, @Nullable Throwable unreadable) {
        return refused(
                operation,
                RefusalCode.ARGUMENTS_CHANGED,
                "Nothing was done: " + name(operation) + " was refused, because "
                        + (unreadable == null
                                ? "its arguments were changed"
                                : "its arguments could not be read any more ("
                                        + unreadable.getClass().getName() + ")")
                        + " after it was called and before it began."
                        + (doubtful ? " Whether an earlier call of it took effect is still not known." : "")
                        + " Call again with arguments that nobody changes meanwhile.",
                unreadable);
    }

    /** For whoever enters a method again within one attempt. Its caller gets {@link #enteredTwice}. */
    static SideEffectRejectedException secondEntry(Operation operation) {
        return refused(
                operation,
                RefusalCode.ENTERED_TWICE,
                "This entry did nothing: the method of " + name(operation)
                        + " was entered before within the same attempt, and its effect must not be caused twice. Advice inside"
                        + " Retrysafe's (a retry, say) proceeds more than once, or a decorator calls what it wraps more"
                        + " than once. What the first entry did is for a human to find out: do not call again.",
                null);
    }

    /** For a woven method that was reached without an attempt. */
    static SideEffectRejectedException passedBy(String tool) {
        return new SideEffectRejectedException(
                RefusalCode.ENTERED_TWICE,
                "Nothing was done: the method of " + tool
                        + " was reached past Retrysafe's woven advice. Other advice has"
                        + " proceeded more than once, upon which AspectJ leaves out advice further in, or has proceeded on a"
                        + " thread without taking the running tool along (ToolScope.enter).",
                tool,
                null,
                null,
                null);
    }

    /** For an attempt whose method was entered again: whatever came of it, the first entry's effect is not known. */
    static SideEffectInDoubtException enteredTwice(
            Operation operation, @Nullable Object result, @Nullable Throwable cause) {
        return new SideEffectInDoubtException(
                Answers.facts(
                        operation,
                        RefusalCode.ENTERED_TWICE.code(),
                        name(operation)
                                + " may or may not have taken effect: its method was entered a second time within one attempt,"
                                + " which was refused, so what it returned or threw says nothing of the first time."
                                + Advice.of(operation.tool()).inDoubt()),
                result,
                cause);
    }

    /** For a transaction that was rolled back because its method was entered again. */
    static SideEffectRejectedException enteredTwiceAndRolledBack(Operation operation, @Nullable Throwable cause) {
        return refused(
                operation,
                RefusalCode.ENTERED_TWICE,
                "Nothing was done: the method of " + name(operation)
                        + " was entered a second time within one attempt, and its transaction was rolled back. Advice inside"
                        + " Retrysafe's (a retry, say) proceeds more than once: a human has to give it another order.",
                cause);
    }

    private static SideEffectRejectedException refused(
            Operation operation, RefusalCode code, String message, @Nullable Throwable cause) {
        return new SideEffectRejectedException(
                code, message, name(operation), operation.key(), operation.fingerprint(), cause);
    }

    private static String name(Operation operation) {
        return operation.tool().tool();
    }
}
