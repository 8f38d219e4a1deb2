package dev.retrysafe.processor.model;

import org.jspecify.annotations.Nullable;

/**
 * One part of a key.
 *
 * @param before a literal; empty for none
 * @param source where the value comes from; null for a part that is a literal alone
 * @param after a literal; empty for none
 * @param tenant whether the value is the tenant
 */
public record KeyPart(String before, @Nullable Source source, String after, boolean tenant) {

    /** Where a value comes from. */
    public sealed interface Source {

        /** From the call context. */
        record Context(String name) implements Source {}

        /** The effect's fingerprint. */
        record Fingerprint() implements Source {}

        /** From an argument. */
        record Argument(int index, PathRead read) implements Source {}
    }
}
