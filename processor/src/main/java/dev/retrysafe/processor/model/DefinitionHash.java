package dev.retrysafe.processor.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Sums up what a fingerprint is made of: its paths and the schema of what they select. Neither the order of paths nor
 * that of members in a source changes it.
 */
public final class DefinitionHash {

    private static final int BYTES = 16;

    private final StringBuilder text = new StringBuilder();

    private final Map<String, Integer> seen = new HashMap<>();

    private DefinitionHash() {}

    /** The first 32 hex digits of a SHA-256. */
    public static String of(List<String> paths, List<ToolModel.Argument> effect) {
        DefinitionHash hash = new DefinitionHash();
        paths.stream().sorted().forEach(path -> hash.text.append(path).append('\n'));
        effect.stream().sorted(Comparator.comparing(ToolModel.Argument::name)).forEach(argument -> {
            hash.text.append(argument.name()).append(':');
            hash.append(argument.value());
        });
        return digest(hash.text.toString());
    }

    private void append(Canonical value) {
        if (value instanceof Canonical.Single single) {
            text.append(single.scalar().call()).append(';');
        } else if (value instanceof Canonical.Maybe maybe) {
            append(maybe.inner());
        } else if (value instanceof Canonical.Many many) {
            text.append(many.order()).append('[');
            append(many.element());
            text.append(']');
        } else if (value instanceof Canonical.Keyed keyed) {
            text.append("map{");
            append(keyed.value());
            text.append('}');
        } else if (value instanceof Canonical.JsonLike) {
            text.append("json with nulls;");
        } else if (value instanceof Canonical.Shaped shaped) {
            append(shaped.form());
        }
    }

    /** A form met again stands as its number, so that a type that contains itself comes to an end. */
    private void append(Form form) {
        Integer number = seen.putIfAbsent(form.identity(), seen.size());
        if (number != null) {
            text.append('#').append(number).append(';');
            return;
        }
        text.append(form.tag() == null ? "{" : "{@" + form.tag() + ';');
        form.members().forEach(member -> {
            text.append(member.access().name()).append(':');
            append(member.value());
        });
        form.leaves().stream()
                .sorted(Comparator.comparing(
                        leaf -> leaf.element().getSimpleName().toString()))
                .forEach(leaf -> append(leaf.form()));
        text.append('}');
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            // Every Java platform must have it (MessageDigest, class documentation).
            throw new IllegalStateException("this Java platform has no SHA-256", e);
        }
    }
}
