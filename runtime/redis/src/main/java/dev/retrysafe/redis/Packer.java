package dev.retrysafe.redis;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Writes the parts of a record that scripts pass on without looking inside. {@link Unpacker} reads them. */
final class Packer {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(128);

    /** UTF-8, after its length + 1 in groups of seven bits, lowest first; null is length 0. */
    Packer text(@Nullable String text) {
        if (text == null) {
            return number(0);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length + 1L);
        out.writeBytes(bytes);
        return this;
    }

    /** Hex digits as half-bytes, after their count as one byte. */
    Packer hex(String digits) {
        octet(digits.length());
        out.writeBytes(HexFormat.of().parseHex(digits.length() % 2 == 0 ? digits : digits + "0"));
        return this;
    }

    Packer octet(int value) {
        out.write(value);
        return this;
    }

    private Packer number(long value) {
        long rest = value;
        while (rest >= 0x80) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    static byte[] int64(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    static byte[] decimal(long value) {
        return Long.toString(value).getBytes(StandardCharsets.US_ASCII);
    }
}
