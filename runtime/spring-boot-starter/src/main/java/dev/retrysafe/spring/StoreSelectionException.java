package dev.retrysafe.spring;

/** It is not clear where records are to be kept. */
final class StoreSelectionException extends StartupException {

    private static final long serialVersionUID = 1L;

    StoreSelectionException(String description, String action) {
        super("NoStore", description, action, null);
    }
}
