package dev.retrysafe.processor.model;

/** What kind of value may stand in a key: the writer's method, the type it takes, the value as text. */
public enum KeyValue {
    TEXT("text", "java.lang", "CharSequence", "%s", "%s.toString()"),
    CHARACTER("text", "java.lang", "String", "\"\" + %s", "\"\" + %s"),
    INTEGRAL("integral", "java.lang", "Number", "%s", "\"\" + %s"),
    BOOL("bool", "java.lang", "Boolean", "%s", "\"\" + %s"),
    ATOMIC_BOOLEAN("bool", "java.lang", "Boolean", "%s.get()", "\"\" + %s.get()"),
    UUID("uuid", "java.util", "UUID", "%s", "%s.toString()"),
    CONSTANT("constant", "java.lang", "Enum", "%s", "%s.name()"),
    DATE("date", "java.time", "LocalDate", "%s", "%s.toString()"),
    URI("text", "java.lang", "String", "%s.toString()", "%s.toString()");

    private final String call;

    private final String packageName;

    private final String typeName;

    private final String expression;

    private final String textExpression;

    KeyValue(String call, String packageName, String typeName, String expression, String textExpression) {
        this.call = call;
        this.packageName = packageName;
        this.typeName = typeName;
        this.expression = expression;
        this.textExpression = textExpression;
    }

    /** The key writer's method. */
    public String call() {
        return call;
    }

    /** The package of the type that the method takes. */
    public String packageName() {
        return packageName;
    }

    /** The simple name of the type that the method takes. */
    public String typeName() {
        return typeName;
    }

    /** What the method is given. */
    public String expression(String variable) {
        return String.format(expression, variable);
    }

    /** The value as text. */
    public String textExpression(String variable) {
        return String.format(textExpression, variable);
    }

    /** Whether the value is given as it is. */
    public boolean direct() {
        return expression.equals("%s");
    }
}
