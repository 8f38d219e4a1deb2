package dev.retrysafe;

import dev.retrysafe.ToolDescription.Failures;
import dev.retrysafe.ToolDescription.Recovery;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One file of the catalogue, which describes the tools of one type. */
final class CatalogFile {

    private static final long FORMAT = 1;

    private final Map<String, Object> members;

    private CatalogFile(Map<String, Object> members) {
        this.members = members;
    }

    /**
     * Reads a file.
     *
     * @param name where it lies, for messages
     * @throws IllegalStateException when it is not what the annotation processor writes
     */
    static List<ToolDescription> read(String name, byte[] content) {
        try {
            CatalogFile file = new CatalogFile(JsonReader.read(text(content)));
            if (!Long.valueOf(FORMAT).equals(file.members.get("format"))) {
                throw new IllegalArgumentException(
                        "it is in format " + file.members.get("format") + ", and this version reads format " + FORMAT);
            }
            String type = file.text("type");
            List<ToolDescription> tools = new ArrayList<>();
            for (Object tool : file.get("tools", List.class)) {
                tools.add(new CatalogFile(object(tool)).tool(type));
            }
            return tools;
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalStateException(
                    "cannot read the description of tools in " + name + ": " + e.getMessage()
                            + ". Recompile its module from scratch, with retrysafe-processor in the version of"
                            + " retrysafe-core.",
                    e);
        }
    }

    private static String text(byte[] content) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("it is not UTF-8", e);
        }
    }

    private ToolDescription tool(String type) {
        String mutation = text("mutation");
        boolean effect = !mutation.equals("read_only");
        return new ToolDescription(
                text("tool"),
                type,
                text("method"),
                mutation,
                effect ? text("key") : null,
                find("tenant", String.class),
                effect ? texts(get("operation", List.class)) : List.of(),
                effect ? texts(get("fingerprint", List.class)) : List.of(),
                effect ? text("definition_hash") : null,
                duration("ttl"),
                find("receipt_system", String.class),
                effect && get("stores_result", Boolean.class),
                members.containsKey("recovery") ? part("recovery").recovery() : null,
                members.containsKey("failures") ? part("failures").failures() : null,
                text("retry_advice"));
    }

    private Recovery recovery() {
        return new Recovery(
                find("reconcile", String.class), duration("trust_absent_after"), find("resend_within", String.class));
    }

    private Failures failures() {
        return new Failures(
                texts(find("no_effect", List.class)),
                texts(find("replay", List.class)),
                Boolean.TRUE.equals(find("witnessed", Boolean.class)));
    }

    private CatalogFile part(String name) {
        return new CatalogFile(object(get(name, Map.class)));
    }

    private static Map<String, Object> object(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("a tool is an object, not " + value);
        }
        @SuppressWarnings("unchecked") // The reader makes no other maps.
        Map<String, Object> object = (Map<String, Object>) map;
        return object;
    }

    private static List<String> texts(@Nullable List<?> values) {
        List<String> texts = new ArrayList<>();
        if (values != null) {
            for (Object value : values) {
                if (!(value instanceof String text)) {
                    throw new IllegalArgumentException("there should be a text instead of " + value);
                }
                texts.add(text);
            }
        }
        return texts;
    }

    private @Nullable Duration duration(String name) {
        String text = find(name, String.class);
        return text == null ? null : Duration.parse(text);
    }

    private String text(String name) {
        return get(name, String.class);
    }

    private <T> T get(String name, Class<T> type) {
        T value = find(name, type);
        if (value == null) {
            throw new IllegalArgumentException("\"" + name + "\" is missing");
        }
        return value;
    }

    private <T> @Nullable T find(String name, Class<T> type) {
        Object value = members.get(name);
        if (value != null && !type.isInstance(value)) {
            throw new IllegalArgumentException("\"" + name + "\" is " + value);
        }
        return type.cast(value);
    }
}
