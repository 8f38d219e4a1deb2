package dev.retrysafe.processor.model;

import org.jspecify.annotations.Nullable;

/** How the value of one kind of type without members is written. */
public enum Scalar {
    TEXT("text", "%s"),
    TO_STRING("text", "%s.toString()"),
    CURRENCY("text", "%s.getCurrencyCode()"),
    LOCALE("text", "%s.toLanguageTag()"),
    CHARACTER("text", "%s"),
    CONSTANT("constant", "%s"),
    BOOL("bool", "%s"),
    ATOMIC_BOOLEAN("bool", "%s.get()"),
    INTEGRAL("integral", "%s"),
    ATOMIC_INTEGRAL("integral", "%s.get()"),
    OPTIONAL_INT("integral", "%s.getAsInt()", true),
    OPTIONAL_LONG("integral", "%s.getAsLong()", true),
    DECIMAL("decimal", "%s"),
    NUMBER("number", "%s"),
    FLOAT("number", "%s"),
    OPTIONAL_DOUBLE("number", "%s.getAsDouble()", true),
    INSTANT("instant", "%s"),
    TO_INSTANT("instant", "%s.toInstant()"),
    // Not toInstant(), which java.sql.Date answers with an exception.
    DATE("instant", "java.time.Instant.ofEpochMilli(%s.getTime())"),
    BYTES("bytes", "%s");

    private final String call;

    private final String expression;

    private final boolean maybeAbsent;

    Scalar(String call, String expression) {
        this(call, expression, false);
    }

    Scalar(String call, String expression, boolean maybeAbsent) {
        this.call = call;
        this.expression = expression;
        this.maybeAbsent = maybeAbsent;
    }

    /** The writer's method. */
    public String call() {
        return call;
    }

    /** What the method is given. */
    public String expression(String variable) {
        return String.format(expression, variable);
    }

    /** The writer's method that takes a member's name and value, null being none; null where there is no such method. */
    public @Nullable String memberCall(boolean primitive) {
        return switch (this) {
            case INTEGRAL, BOOL -> primitive ? call : null;
            case TEXT, CONSTANT, DECIMAL -> call;
            case TO_STRING -> "textOf";
            default -> null;
        };
    }

    /** Whether {@code isPresent()} decides whether there is a value. */
    public boolean maybeAbsent() {
        return maybeAbsent;
    }
}
