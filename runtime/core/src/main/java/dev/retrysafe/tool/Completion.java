package dev.retrysafe.tool;

/** How a method hands its result over. */
public enum Completion {
    /** It returns the value, or nothing. */
    RETURN,
    /** It returns a {@code CompletableFuture} or {@code CompletionStage} of the value. */
    FUTURE,
    /** It returns a Reactor {@code Mono} of the value; each subscription is a call of its own. */
    MONO
}
