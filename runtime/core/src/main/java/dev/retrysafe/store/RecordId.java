package dev.retrysafe.store;

import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Selects one record without saying its key: the hash of its operation, as {@link OperationId#hash()} says. Fit for an
 * address, a log line and a ticket.
 *
 * @param value 64 lower-case hex digits
 */
public record RecordId(String value) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    /** Checks the form. */
    public RecordId {
        Objects.requireNonNull(value, "value");
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("a record's id is 64 lower-case hex digits, as lists of records say it");
        }
    }

    /**
     * The id of an operation's record.
     *
     * @param operation the operation
     * @return its record's id
     */
    public static RecordId of(OperationId operation) {
        return new RecordId(HexFormat.of().formatHex(operation.hash()));
    }

    /**
     * The hash itself.
     *
     * @return 32 bytes
     */
    public byte[] hash() {
        return HexFormat.of().parseHex(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
