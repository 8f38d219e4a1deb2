package dev.retrysafe.spring;

/** A bean with annotated methods whose calls would not be protected. */
final class NotInterceptedException extends StartupException {

    private static final long serialVersionUID = 1L;

    NotInterceptedException(String beanName, String problem, String action) {
        super(
                "NotIntercepted",
                "Calls of the bean '" + beanName + "' would not be protected: " + problem + ".",
                action,
                null);
    }
}
