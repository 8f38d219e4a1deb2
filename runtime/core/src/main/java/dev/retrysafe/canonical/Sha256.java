package dev.retrysafe.canonical;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hashes one document after another, with nothing allocated but the text of the hash. */
final class Sha256 {

    private static final int BYTES = 32;

    private static final byte[] PREFIX = "sha256:".getBytes(StandardCharsets.US_ASCII);

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** One in each byte of a long. */
    private static final long EACH = 0x0101_0101_0101_0101L;

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
        for (int i = 0; i < BYTES; i += Integer.BYTES) {
            LONGS.set(text, PREFIX.length + 2 * i, hex((int) INTS.get(hash, i)));
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** The eight digits of four bytes, all at a time; the first byte is the lowest, and so is its upper digit. */
    private static long hex(int bytes) {
        long spread = bytes & 0xFFFF_FFFFL;
        spread = (spread | (spread << 16)) & 0x0000_FFFF_0000_FFFFL;
        spread = (spread | (spread << 8)) & 0x00FF_00FF_00FF_00FFL;
        long digits = ((spread >>> 4) | (spread << 8)) & (EACH * 0xF);
        // Six more than ten to fifteen has the next bit set: those are letters.
        long letters = ((digits + EACH * 6) >>> 4) & EACH;
        return digits + EACH * '0' + letters * ('a' - '0' - 10);
    }
}
