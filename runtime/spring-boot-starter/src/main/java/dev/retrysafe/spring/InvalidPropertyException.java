package dev.retrysafe.spring;

/** A configured value that cannot be meant. */
final class InvalidPropertyException extends StartupException {

    private static final long serialVersionUID = 1L;

    InvalidPropertyException(String property, String value, String problem, String action) {
        super("InvalidProperty", property + " is \"" + value + "\": " + problem + ".", action, null);
    }
}
