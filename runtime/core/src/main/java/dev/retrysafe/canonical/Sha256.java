package dev.retrysafe.canonical;

import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hashes one document after another, with nothing allocated but the text of the hash. */
final class Sha256 {

    private static final int BYTES = 32;

    private static final byte[] PREFIX = "sha256:".getBytes(StandardCharsets.US_ASCII);

    /** Both digits of every byte. */
    private static final byte[] PAIRS = new byte[2 * 256];

    static {
        for (int i = 0; i < 256; i++) {
            PAIRS[2 * i] = (byte) Character.forDigit(i >> 4, 16);
            PAIRS[2 * i + 1] = (byte) Character.forDigit(i & 0xF, 16);
        }
    }

    private final MessageDigest digest;

    private final byte[] text = new byte[PREFIX.length + 2 * BYTES];

    private final byte[] hash = new byte[BYTES];

    Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            // Every Java platform must have it (MessageDigest, class documentation).
            throw new IllegalStateException("this Java platform has no SHA-256", e);
        }
        System.arraycopy(PREFIX, 0, text, 0, PREFIX.length);
    }

    /** The hash of the first bytes, as {@code sha256:} and 64 lower-case hex digits. */
    String of(byte[] document, int length) {
        digest.update(document, 0, length);
        try {
            digest.digest(hash, 0, BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 of " + BYTES + " bytes", e);
        }
        int at = PREFIX.length;
        for (byte b : hash) {
            int pair = (b & 0xFF) << 1;
            text[at++] = PAIRS[pair];
            text[at++] = PAIRS[pair + 1];
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }
}
