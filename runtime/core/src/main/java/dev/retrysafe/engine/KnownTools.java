package dev.retrysafe.engine;

import dev.retrysafe.tool.ToolDefinition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tools that this engine was told of, by a check at start-up or by a call. */
final class KnownTools {

    private final Map<String, ToolDefinition> byName = new ConcurrentHashMap<>();

    private final EngineSettings settings;

    KnownTools(EngineSettings settings) {
        this.settings = settings;
    }

    void add(ToolDefinition tool) {
        // Two tools of one name cannot be; the first one stays.
        ToolDefinition unused = byName.putIfAbsent(tool.tool(), tool);
    }

    /** How long the tool's receipts are kept; of a tool that is not known, what is configured. */
    Duration ttl(@Nullable String tool) {
        ToolDefinition known = tool == null ? null : byName.get(tool);
        return known == null ? settings.ttl(tool) : settings.ttl(known);
    }

    /** Whether that is the tool's own ttl, and not one that was guessed. */
    boolean knowsTtl(@Nullable String tool) {
        return tool != null
                && (byName.containsKey(tool)
                        || settings.tools()
                                        .getOrDefault(tool, ToolSettings.NONE)
                                        .ttl()
                                != null);
    }

    @Nullable
    String remoteSystem(@Nullable String tool) {
        ToolDefinition known = tool == null ? null : byName.get(tool);
        return known == null ? null : known.receiptSystem();
    }
}
