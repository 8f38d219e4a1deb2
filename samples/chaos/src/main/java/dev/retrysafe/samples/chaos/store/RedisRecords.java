package dev.retrysafe.samples.chaos.store;

import dev.retrysafe.samples.chaos.check.StoredRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;

/** Reads records by their documented format (docs/stored-format.md), not by the library's own code. */
final class RedisRecords {

    private static final int ABOUT_LENGTH_AT = 73;

    private static final int BODY_AT = 90;

    private RedisRecords() {}

    /** The hash of an operation, from the name {@code rs:{tt}:name} of its record. */
    static String hashOf(String key) {
        String tag = key.substring("rs:{".length(), key.indexOf('}'));
        String name = key.substring(key.lastIndexOf(':') + 1);
        return tag + HexFormat.of().formatHex(Base64.getUrlDecoder().decode(name));
    }

    static StoredRecord read(byte[] record, boolean expires) throws IOException {
        if (record.length < BODY_AT || record[0] != 'R' || record[1] != 'S' || record[2] != 1) {
            throw new IOException("a record that docs/stored-format.md does not describe");
        }
        StoredRecord.State state = switch (record[3]) {
            case 'P' -> StoredRecord.State.PENDING;
            case 'D' -> StoredRecord.State.IN_DOUBT;
            case 'C' -> StoredRecord.State.COMMITTED;
            case 'F' -> StoredRecord.State.FREE;
            default -> throw new IOException("a record in the state " + record[3]);
        };
        ByteBuffer bytes = ByteBuffer.wrap(record);
        int receiptAt = BODY_AT + bytes.getInt(ABOUT_LENGTH_AT);
        String remoteId = "";
        if (state == StoredRecord.State.COMMITTED) {
            bytes.position(receiptAt);
            int length = 0;
            int shift = 0;
            int group;
            do {
                group = bytes.get();
                length |= (group & 0x7f) << shift;
                shift += 7;
            } while (group < 0);
            if (length > 0) {
                remoteId = new String(record, bytes.position(), length - 1, StandardCharsets.UTF_8);
            }
        }
        return new StoredRecord(state, remoteId, expires);
    }
}
