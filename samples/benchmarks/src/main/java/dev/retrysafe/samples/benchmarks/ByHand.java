package dev.retrysafe.samples.benchmarks;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What an application would do by hand. */
final class ByHand {

    private static final HexFormat HEX = HexFormat.of();

    private final MessageDigest sha256 = sha256();

    private final JsonMapper json = JsonMapper.builder()
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    /** The document that is hashed, for Jackson. */
    record Document(Object effect, String tool, int v) {}

    /** What anyone writes. */
    static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /** As {@link #hash}, with the digest kept for the next time. */
    String hashKept(byte[] bytes) {
        return HEX.formatHex(sha256.digest(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform has no SHA-256", e);
        }
    }

    byte[] json(Document document) {
        return json.writeValueAsBytes(document);
    }
}
