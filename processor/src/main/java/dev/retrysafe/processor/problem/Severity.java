package dev.retrysafe.processor.problem;

/** How loudly a problem is said. */
public enum Severity {
    /** Compilation fails. */
    ERROR,
    /** Compilation goes on. */
    WARNING,
    /** Nothing is printed. */
    OFF
}
