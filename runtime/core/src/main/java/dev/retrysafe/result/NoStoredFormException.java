package dev.retrysafe.result;

/**
 * A type whose values cannot be stored so that they come back equal. Not an {@code IllegalArgumentException}, which the
 * libraries replace by one of their own.
 */
final class NoStoredFormException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoStoredFormException(Class<?> type, String why) {
        super(type.getName() + " has no stored form: " + why);
    }
}
