package dev.retrysafe.samples.chaos.check;

/** What must not be. */
public enum Violation {
    /** An operation's effect was applied more than once. */
    DUPLICATE,
    /** A caller was told "done", and the effect or its receipt is not there. */
    LOST,
    /** An effect that nobody asked for, or not like that. */
    PHANTOM,
    /** Callers of one operation got different answers, or another operation's. */
    MIXED,
    /** An operation is stuck, or in doubt although its tool can settle that. */
    UNSETTLED,
    /** A request for an effect left, or a tool was entered again, without anything that allowed it. */
    UNLICENSED,
    /** A caller was told of a failure or a doubt that no fault accounts for. */
    UNEXPLAINED,
    /**
     * Likewise, of a caller that had waited for as long as a worker waits for its store. On a machine that has too little time
     * there are such, so a few are let pass.
     */
    OVERDUE,
    /** A settled record that the store would keep for ever. */
    EVERLASTING
}
