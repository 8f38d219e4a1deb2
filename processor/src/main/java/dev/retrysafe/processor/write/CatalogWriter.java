package dev.retrysafe.processor.write;

import dev.retrysafe.processor.model.KeyPart.Source;
import dev.retrysafe.processor.model.KeyScopes;
import dev.retrysafe.processor.model.ToolModel;
import dev.retrysafe.processor.model.TypeModel;
import dev.retrysafe.processor.model.TypeModel.ReadOnlyTool;
import dev.retrysafe.processor.type.TypeFacts;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.annotation.processing.Filer;
import javax.lang.model.type.TypeMirror;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/**
 * Describes the tools of a type in a file of its own, for people, for agents' tool descriptions and for
 * {@code SideEffects.catalog()}. One file a type, so that incremental compilers know which one to write again.
 */
public final class CatalogWriter {

    /** The format of the files that are written here. */
    private static final int FORMAT = 1;

    private static final String FOLDER = "META-INF/retrysafe/tools/";

    private final TypeFacts facts;

    /** Names types through the facts. */
    public CatalogWriter(TypeFacts facts) {
        this.facts = facts;
    }

    /** Writes the file. */
    public void write(TypeModel model, Filer filer) throws IOException {
        String name = FOLDER + model.binaryName() + ".json";
        try (Writer out = filer.createResource(StandardLocation.CLASS_OUTPUT, "", name, model.type())
                .openWriter()) {
            out.write(JsonText.of(describe(model)));
        }
    }

    private Map<String, Object> describe(TypeModel model) {
        List<Map<String, Object>> tools = new ArrayList<>();
        model.tools().forEach(tool -> tools.add(describe(tool)));
        model.readOnly().forEach(tool -> tools.add(describe(tool)));
        tools.sort(Comparator.comparing((Map<String, Object> tool) -> (String) tool.get("tool"))
                .thenComparing(tool -> (String) tool.get("method")));
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("format", FORMAT);
        file.put("type", model.binaryName());
        file.put("tools", tools);
        return file;
    }

    private static Map<String, Object> describe(ReadOnlyTool tool) {
        Map<String, Object> described = start(tool.tool(), tool.methodName(), "read_only");
        described.put("retry_advice", RetryAdvice.READ_ONLY);
        return described;
    }

    private Map<String, Object> describe(ToolModel tool) {
        KeyScopes scopes = KeyScopes.of(tool.key());
        Map<String, Object> described =
                start(tool.tool(), tool.methodName(), tool.mutation().toLowerCase(Locale.ROOT));
        described.put("key", tool.keyTemplate());
        put(described, "tenant", scopes.tenant() == null ? null : path(scopes.tenant()));
        described.put(
                "operation",
                scopes.operation().stream().map(CatalogWriter::path).distinct().toList());
        described.put("fingerprint", tool.fingerprintPaths());
        described.put("definition_hash", tool.definitionHash());
        put(described, "ttl", text(tool.ttl()));
        put(described, "receipt_system", tool.receiptSystem().isEmpty() ? null : tool.receiptSystem());
        described.put("stores_result", tool.storeResult());
        put(described, "recovery", recovery(tool.recovery()));
        put(described, "failures", failures(tool));
        described.put("retry_advice", RetryAdvice.of(tool, scopes));
        return described;
    }

    private static Map<String, Object> start(String tool, String method, String mutation) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("tool", tool);
        described.put("method", method);
        described.put("mutation", mutation);
        return described;
    }

    private static @Nullable Map<String, Object> recovery(ToolModel.Recovery recovery) {
        Map<String, Object> described = new LinkedHashMap<>();
        put(described, "reconcile", recovery.reconcile().isEmpty() ? null : recovery.reconcile());
        put(described, "trust_absent_after", text(recovery.trustAbsentAfter()));
        put(described, "resend_within", recovery.resendForever() ? "forever" : text(recovery.resendWithin()));
        return described.isEmpty() ? null : described;
    }

    private @Nullable Map<String, Object> failures(ToolModel tool) {
        Map<String, Object> described = new LinkedHashMap<>();
        put(described, "no_effect", names(tool.noEffect()));
        put(described, "replay", names(tool.replay()));
        put(described, "witnessed", tool.witnessed() ? true : null);
        return described.isEmpty() ? null : described;
    }

    private @Nullable List<String> names(List<TypeMirror> types) {
        List<String> names = new ArrayList<>();
        for (TypeMirror type : types) {
            names.add(facts.binaryName(type));
        }
        return names.isEmpty() ? null : names;
    }

    private static String path(Source source) {
        return source instanceof Source.Argument argument
                ? argument.read().path()
                : "ctx." + ((Source.Context) source).name();
    }

    private static @Nullable String text(@Nullable Duration duration) {
        return duration == null ? null : duration.toString();
    }

    private static void put(Map<String, Object> object, String name, @Nullable Object value) {
        if (value != null) {
            object.put(name, value);
        }
    }
}
