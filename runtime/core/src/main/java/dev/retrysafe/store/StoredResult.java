package dev.retrysafe.store;

import java.util.Arrays;
import java.util.Objects;

/** A result as stored: its bytes, or why there are none. Immutable as long as nobody changes the body's bytes. */
public final class StoredResult {

    private final Kind kind;

    private final byte[] body;

    /**
     * Makes a stored result.
     *
     * @param kind what it is
     * @param body its bytes, empty unless the kind is {@link Kind#JSON} or {@link Kind#FAILURE}; not copied
     */
    public StoredResult(Kind kind, byte[] body) {
        this.kind = Objects.requireNonNull(kind, "kind");
        this.body = Objects.requireNonNull(body, "body");
    }

    /**
     * A result without a body.
     *
     * @param kind why there is none
     * @return the result
     */
    public static StoredResult without(Kind kind) {
        return new StoredResult(kind, new byte[0]);
    }

    /**
     * What it is.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The result's bytes.
     *
     * @return the bytes, not copied; empty when there is no body
     */
    public byte[] body() {
        return body;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredResult that && kind == that.kind && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return kind + "[" + body.length + " bytes]";
    }

    /** What a stored result is. Each has a code that is part of the stored format. */
    public enum Kind {
        /** There is nothing to store: a {@code void} tool. */
        VOID(0),
        /** The result in the wire format of the codec. */
        JSON(1),
        /** The tool stores receipts only, or the receipt is a person's, who has no result. */
        WITHHELD(2),
        /** The result was over the limit. */
        TOO_LARGE(3),
        /** The result could not be serialised. */
        NOT_SERIALIZABLE(4),
        /** The type and message of a final failure, as the engine writes them. */
        FAILURE(5);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /**
         * The code in stored records.
         *
         * @return the code
         */
        public int code() {
            return code;
        }

        /**
         * The kind with a code.
         *
         * @param code the code
         * @return the kind
         * @throws IllegalArgumentException when no kind has it
         */
        public static Kind of(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("unknown kind of stored result: " + code);
        }
    }
}
