package io.modelcontextprotocol.spec;

import org.jspecify.annotations.Nullable;

/** As much of the protocol's library as its results are known by. */
public final class McpSchema {

    private McpSchema() {}

    /** A tool's result. */
    public record CallToolResult(String content, @Nullable Boolean isError) {}
}
