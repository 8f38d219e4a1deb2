package com.acme.agent;

import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.SideEffect;
import java.util.Optional;
import org.springframework.ai.mcp.annotation.McpTool;

/** What an MCP server offers. */
public class McpTools {
    public record Page(String slug, String text) {}

    @McpTool(name = "publish_page", description = "Publishes a page")
    @SideEffect(key = "{ctx.tenant}:{page.slug}:{ctx.operation}", fingerprint = "*")
    public Page publish(Page page) {
        return page;
    }

    @McpTool(description = "Removes a page")
    @SideEffect(key = "{ctx.tenant}:{slug}:{ctx.approval}", fingerprint = "*")
    public boolean removePage(String slug, Optional<String> redirect) {
        return true;
    }

    @ReadOnly
    @McpTool(description = "Reads a page")
    public Optional<Page> readPage(String slug) {
        return Optional.empty();
    }
}
