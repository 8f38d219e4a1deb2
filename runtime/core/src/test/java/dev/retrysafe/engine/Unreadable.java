package dev.retrysafe.engine;

/** A failure that cannot be described, nor printed: it throws when it is asked for its message. */
final class Unreadable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
        throw new IllegalStateException("no message");
    }
}
