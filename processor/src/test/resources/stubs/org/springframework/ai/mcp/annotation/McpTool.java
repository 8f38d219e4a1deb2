package org.springframework.ai.mcp.annotation;

public @interface McpTool {
    String name() default "";

    String description() default "";
}
