package dev.retrysafe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The key that is forwarded to the remote side as {@code Idempotency-Key}: an ASCII UUID derived from the operation and its
 * effect, the same on every retry, restart and owner. Where an operation was released and runs with other arguments it is
 * another one, since a remote side that remembers a key refuses it with another body. Its derivation is frozen.
 *
 * @param value the UUID's text, 36 characters
 */
public record DownstreamKey(String value) {

    private static final Pattern FINGERPRINT = Pattern.compile("(?:sha256:)?([0-9a-f]{64})");

    /** Checks that there is a value. */
    public DownstreamKey {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Derives the key: SHA-256 over the UTF-8 of {@code "rs2"}, namespace, tool, key, the fingerprint's 64 hex digits and,
     * for a named further call, its name, each preceded by its length as four big-endian bytes; the first 16 bytes with the
     * version-4 and variant bits (RFC 9562) set.
     *
     * @param namespace the engine's namespace
     * @param tool the tool's name
     * @param key the idempotency key
     * @param fingerprint the effect's fingerprint, with or without {@code sha256:} before its digits
     * @param name the name of a further call of the same operation, or null for its first
     * @return the derived key
     * @throws IllegalArgumentException when the fingerprint is none
     */
    public static DownstreamKey derive(
            String namespace, String tool, String key, String fingerprint, @Nullable String name) {
        Matcher digits = FINGERPRINT.matcher(fingerprint);
        if (!digits.matches()) {
            throw new IllegalArgumentException(
                    "not a fingerprint: \"" + fingerprint + "\". It is sha256: and 64 lower-case hex digits");
        }
        MessageDigest digest = sha256();
        update(digest, "rs2");
        update(digest, namespace);
        update(digest, tool);
        update(digest, key);
        update(digest, digits.group(1));
        if (name != null) {
            update(digest, name);
        }
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        long high = (hash.getLong() & ~0xF000L) | 0x4000L;
        long low = (hash.getLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new DownstreamKey(new UUID(high, low).toString());
    }

    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            // Every Java platform must have it (MessageDigest, class documentation).
            throw new IllegalStateException("this Java platform has no SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
