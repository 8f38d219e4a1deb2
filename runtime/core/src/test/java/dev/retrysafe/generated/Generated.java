package dev.retrysafe.generated;

import dev.retrysafe.CallContext;
import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.tool.GeneratedTools;
import dev.retrysafe.tool.ToolMethod;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Finds generated code as the runtime does, and calls it. */
final class Generated {

    private static final CallContext CONTEXT = CallContext.builder()
            .tenant("42")
            .conversation("9")
            .operation("op-1")
            .build();

    private Generated() {}

    static GeneratedTools tools(Class<?> type) {
        try {
            return Class.forName(GeneratedTools.nameFor(type))
                    .asSubclass(GeneratedTools.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no generated code for " + type, e);
        }
    }

    static ToolMethod tool(Class<?> type, String name) {
        return tools(type).tools().stream()
                .filter(tool -> tool.definition().tool().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no tool " + name + " in " + type));
    }

    static String document(ToolMethod tool, @Nullable Object... arguments) {
        CanonicalWriter writer = new CanonicalWriter(tool.definition().tool());
        tool.effect(writer, arguments);
        return new String(writer.document(), StandardCharsets.UTF_8);
    }

    /** The value of {@code effect} alone. */
    static String effect(ToolMethod tool, @Nullable Object... arguments) {
        String document = document(tool, arguments);
        return document.substring("{\"effect\":".length(), document.lastIndexOf(",\"tool\":"));
    }

    static String fingerprint(ToolMethod tool, @Nullable Object... arguments) {
        CanonicalWriter writer = new CanonicalWriter(tool.definition().tool());
        tool.effect(writer, arguments);
        return writer.finish();
    }

    static String key(ToolMethod tool, @Nullable Object... arguments) {
        return key(tool, CONTEXT, arguments);
    }

    static String key(ToolMethod tool, @Nullable CallContext context, @Nullable Object[] arguments) {
        KeyWriter writer = new KeyWriter(tool.definition().tool(), context, fingerprint(tool, arguments));
        tool.key(writer, arguments);
        return writer.finish();
    }
}
