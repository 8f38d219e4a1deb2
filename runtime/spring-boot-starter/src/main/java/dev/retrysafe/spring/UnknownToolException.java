package dev.retrysafe.spring;

/** Something is configured for a tool that does not exist. */
final class UnknownToolException extends StartupException {

    private static final long serialVersionUID = 1L;

    UnknownToolException(String description, String action) {
        super("UnknownTool", description, action, null);
    }
}
