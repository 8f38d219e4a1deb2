package dev.langchain4j.agent.tool;

public @interface Tool {
    String name() default "";

    String[] value() default "";
}
