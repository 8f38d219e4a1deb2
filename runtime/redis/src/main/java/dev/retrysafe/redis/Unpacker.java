package dev.retrysafe.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Reads what {@link Packer} and the scripts wrote. Runtime exceptions mean that something else wrote it. */
final class Unpacker {

    private final ByteBuffer in;

    Unpacker(byte[] bytes) {
        this(ByteBuffer.wrap(bytes));
    }

    private Unpacker(ByteBuffer in) {
        this.in = in;
    }

    int octet() {
        return Byte.toUnsignedInt(in.get());
    }

    int int32() {
        return in.getInt();
    }

    /** The six bytes in which scripts keep times. */
    long int48() {
        return ((long) Short.toUnsignedInt(in.getShort()) << 32) | Integer.toUnsignedLong(in.getInt());
    }

    long int64() {
        return in.getLong();
    }

    byte[] bytes(int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException(length + " bytes announced, " + in.remaining() + " left");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** A part of known length, with a reader of its own. */
    Unpacker part(int length) {
        return new Unpacker(ByteBuffer.wrap(bytes(length)));
    }

    @Nullable
    String text() {
        int length = 0;
        int octet;
        int shift = 0;
        do {
            octet = octet();
            length |= (octet & 0x7f) << shift;
            shift += 7;
        } while (octet >= 0x80 && shift < 35);
        return length == 0 ? null : new String(bytes(length - 1), StandardCharsets.UTF_8);
    }

    String presentText() {
        String text = text();
        if (text == null) {
            throw new IllegalArgumentException("a text is missing");
        }
        return text;
    }

    String hex() {
        int digits = octet();
        return HexFormat.of().formatHex(bytes((digits + 1) / 2)).substring(0, digits);
    }

    String rest() {
        return new String(bytes(in.remaining()), StandardCharsets.UTF_8);
    }

    int remaining() {
        return in.remaining();
    }
}
