package dev.retrysafe.processor.model;

/** How a method hands its result over. */
public enum Completion {
    /** It returns it. */
    RETURN,
    /** In a future. */
    FUTURE,
    /** In a Reactor {@code Mono}. */
    MONO
}
