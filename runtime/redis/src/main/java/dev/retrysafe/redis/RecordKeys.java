package dev.retrysafe.redis;

import dev.retrysafe.store.OperationId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Where an operation's record lies. The first byte of the operation's hash chooses one of 256 fixed hash tags, so that
 * records spread over a cluster while the index of open records of a tag shares its records' slot. All names are ASCII
 * of fixed length; no caller's text is in them.
 *
 * @param tag two hex digits
 * @param name the rest of the operation's hash: the record's name within the tag, in the index and in notifications
 */
record RecordKeys(String tag, String name) {

    static RecordKeys of(OperationId operation) {
        byte[] hash = operation.hash();
        String name = Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOfRange(hash, 1, hash.length));
        return new RecordKeys(String.format("%02x", hash[0] & 0xff), name);
    }

    String record() {
        return "rs:{" + tag + "}:" + name;
    }

    String index() {
        return "rs:{" + tag + "}:open";
    }

    String channel() {
        return channel(tag);
    }

    static String channel(String tag) {
        return "rs:{" + tag + "}:wake";
    }

    List<Object> scriptKeys() {
        return List.of(record(), index());
    }

    byte[] nameBytes() {
        return name.getBytes(StandardCharsets.US_ASCII);
    }
}
