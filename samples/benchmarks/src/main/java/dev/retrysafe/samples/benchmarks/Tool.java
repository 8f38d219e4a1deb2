package dev.retrysafe.samples.benchmarks;

import dev.retrysafe.CallContext;
import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.tool.GeneratedTools;
import dev.retrysafe.tool.ToolMethod;

/** A tool of the desk and one call's arguments, used as the engine uses them. */
final class Tool {

    private final ToolMethod method;

    private final String name;

    private final Object[] arguments;

    private Tool(ToolMethod method, String name, Object[] arguments) {
        this.method = method;
        this.name = name;
        this.arguments = arguments;
    }

    static Tool of(String name, Object... arguments) {
        try {
            GeneratedTools generated = Class.forName(GeneratedTools.nameFor(Desk.class))
                    .asSubclass(GeneratedTools.class)
                    .getConstructor()
                    .newInstance();
            ToolMethod method = generated.tools().stream()
                    .filter(tool -> tool.definition().tool().equals(name))
                    .findFirst()
                    .orElseThrow();
            return new Tool(method, name, arguments);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no generated code", e);
        }
    }

    String fingerprint() {
        CanonicalWriter w = new CanonicalWriter(name);
        method.effect(w, arguments);
        return w.finish();
    }

    String key(CallContext context, String fingerprint) {
        KeyWriter k = new KeyWriter(name, context, fingerprint);
        method.key(k, arguments);
        return k.finish();
    }

    byte[] document() {
        CanonicalWriter w = new CanonicalWriter(name);
        method.effect(w, arguments);
        return w.document();
    }
}
