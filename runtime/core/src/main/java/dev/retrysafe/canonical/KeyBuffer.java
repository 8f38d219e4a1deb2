package dev.retrysafe.canonical;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A key's characters so far, all of them ASCII, and how a value becomes some. */
final class KeyBuffer {

    private static final int USUAL_LENGTH = 96;

    /** The most that one code point takes: four octets, three characters each. */
    private static final int LONGEST_CODE_POINT = 12;

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    /** Zero for each character that is written as it is; of Latin-1, so that a masked character needs no bound. */
    private static final byte[] ENCODED = new byte[256];

    static {
        Arrays.fill(ENCODED, (byte) 1);
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~@-"
                .chars()
                .forEach(c -> ENCODED[c] = 0);
    }

    private byte[] bytes = new byte[USUAL_LENGTH];

    private int length;

    int length() {
        return length;
    }

    String written(int start) {
        return new String(bytes, start, length - start, StandardCharsets.ISO_8859_1);
    }

    void separator() {
        room(1);
        bytes[length++] = ':';
    }

    void integral(long value) {
        room(Numbers.LONGEST);
        length = Numbers.write(value, bytes, length);
    }

    // Of ASCII, what it copies is all there is.
    @SuppressWarnings("deprecation")
    void ascii(String text, int from) {
        int characters = text.length() - from;
        room(characters);
        text.getBytes(from, text.length(), bytes, length);
        length += characters;
    }

    /** Writes a value that needs no encoding and fits into a key; false for any other, nothing being written then. */
    // The only way to take bytes out of a String without a copy; it drops upper halves, which is checked right after.
    @SuppressWarnings("deprecation")
    boolean plain(String value) {
        int characters = value.length();
        if (characters == 0 || characters > KeyWriter.MAX_LENGTH - length) {
            return false;
        }
        room(characters);
        value.getBytes(0, characters, bytes, length);
        // All characters and the question once, which is faster than asking at each.
        int others = 0;
        for (int i = 0; i < characters; i++) {
            char c = value.charAt(i);
            others |= (c >>> 8) | ENCODED[c & 0xFF];
        }
        if (others != 0) {
            return false;
        }
        length += characters;
        return true;
    }

    /**
     * Writes a value, percent-encoded where it must be, until the key is longer than any may be.
     *
     * @return the index of half a surrogate pair; negative for none
     */
    int encode(String value) {
        int characters = value.length();
        for (int i = 0; i < characters && length <= KeyWriter.MAX_LENGTH; i++) {
            room(LONGEST_CODE_POINT);
            char c = value.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == characters
                        || !Character.isLowSurrogate(value.charAt(i + 1))) {
                    return i;
                }
                supplementary(Character.toCodePoint(c, value.charAt(++i)));
            } else {
                encode(c);
            }
        }
        return -1;
    }

    private void encode(char c) {
        if (c < 0x80 && ENCODED[c] == 0) {
            bytes[length++] = (byte) c;
        } else if (c < 0x80) {
            percent(c);
        } else if (c < 0x800) {
            percent(0xC0 | (c >> 6));
            percent(0x80 | (c & 0x3F));
        } else {
            percent(0xE0 | (c >> 12));
            percent(0x80 | ((c >> 6) & 0x3F));
            percent(0x80 | (c & 0x3F));
        }
    }

    private void supplementary(int codePoint) {
        percent(0xF0 | (codePoint >> 18));
        percent(0x80 | ((codePoint >> 12) & 0x3F));
        percent(0x80 | ((codePoint >> 6) & 0x3F));
        percent(0x80 | (codePoint & 0x3F));
    }

    private void percent(int octet) {
        bytes[length++] = '%';
        bytes[length++] = HEX[octet >> 4];
        bytes[length++] = HEX[octet & 0xF];
    }

    private void room(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }
}
