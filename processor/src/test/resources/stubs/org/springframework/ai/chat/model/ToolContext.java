package org.springframework.ai.chat.model;

public final class ToolContext {
    public String tenantId() {
        return "";
    }

    public String getTenantId() {
        return "";
    }
}
