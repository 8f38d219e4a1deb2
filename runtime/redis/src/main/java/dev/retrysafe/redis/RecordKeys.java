package dev.retrysafe.redis;

import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where an operation's record lies. The first byte of the operation's hash chooses one of 256 fixed hash tags, so that
 * records spread over a cluster while the index of open records of a tag shares its records' slot. All names are ASCII
 * of fixed length; no caller's text is in them.
 *
 * @param tag two hex digits
 * @param name the rest of the operation's hash: the record's name within the tag, in the index and in notifications
 */
record RecordKeys(String tag, String name) {

    static final int TAGS = 256;

    static final int CHANNELS = 8;

    private static final int REST_BYTES = 31;

    static RecordKeys of(OperationId operation) {
        return of(operation.hash());
    }

    static RecordKeys of(RecordId id) {
        return of(id.hash());
    }

    private static RecordKeys of(byte[] hash) {
        String name = Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOfRange(hash, 1, hash.length));
        return new RecordKeys(tag(hash[0] & 0xff), name);
    }

    /** The record's id; null where the name is none of ours. */
    @Nullable
    RecordId id() {
        try {
            byte[] rest = Base64.getUrlDecoder().decode(name);
            return rest.length == REST_BYTES ? new RecordId(tag + HexFormat.of().formatHex(rest)) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** All 256 tags. */
    static List<String> tags() {
        return IntStream.range(0, TAGS).mapToObj(RecordKeys::tag).toList();
    }

    private static String tag(int number) {
        return String.format("%02x", number);
    }

    String record() {
        return "rs:{" + tag + "}:" + name;
    }

    String index() {
        return index(tag);
    }

    static String index(String tag) {
        return "rs:{" + tag + "}:open";
    }

    /** Where changes of the record are told. Few, because each costs a subscription that clients have not many of. */
    String channel() {
        return "rs:wake:" + Integer.parseInt(tag, 16) * CHANNELS / TAGS;
    }

    List<Object> scriptKeys() {
        return List.of(record(), index());
    }

    byte[] nameBytes() {
        return name.getBytes(StandardCharsets.US_ASCII);
    }
}
