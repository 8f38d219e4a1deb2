package dev.retrysafe.spring;

import org.jspecify.annotations.Nullable;

/** A reason not to start. Its texts are what Spring Boot prints as description and action. */
abstract sealed class StartupException extends IllegalStateException
        permits InvalidPropertyException,
                NotInterceptedException,
                StoreSelectionException,
                UnknownToolException,
                UnsafeRedisException {

    private static final long serialVersionUID = 1L;

    private final String description;

    private final String action;

    StartupException(String code, String description, String action, @Nullable Throwable cause) {
        super("[retrysafe:" + code + "] " + description + " " + action, cause);
        this.description = "[retrysafe:" + code + "] " + description;
        this.action = action;
    }

    String description() {
        return description;
    }

    String action() {
        return action;
    }
}
