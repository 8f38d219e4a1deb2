package dev.retrysafe.engine;

/** How a tool's method stands to a transaction of its caller's, which may be rolled back when the tool's receipt is stored. */
public enum CallersTransaction {
    /** There is none on the thread, or one that only reads and has nothing to do with the tool. */
    NONE,
    /** One that writes is open; the method has no transaction, or one of its own. */
    BESIDE,
    /** The method's own transaction would be a part of the caller's. */
    JOINED
}
