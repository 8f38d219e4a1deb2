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

    /**
     * How long the tool's receipts may have to be kept: of a tool that is not known, and whose ttl nobody configured, as
     * long as any could. A receipt that expires earlier lets a retry execute.
     */
    Duration longestTtl(@Nullable String tool) {
        boolean known = tool != null
                && (byName.containsKey(tool)
                        || settings.tools()
                                        .getOrDefault(tool, ToolSettings.NONE)
                                        .ttl()
                                != null);
        return known ? ttl(tool) : Durations.LONGEST;
    }

    @Nullable
    String remoteSystem(@Nullable String tool) {
        ToolDefinition known = tool == null ? null : byName.get(tool);
        return known == null ? null : known.receiptSystem();
    }
}
