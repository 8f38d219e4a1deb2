package dev.retrysafe.canonical;

import dev.retrysafe.BlankText;
import dev.retrysafe.CallContext;
import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectRejectedException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Renders one idempotency key. Rendering is injective: within a value every character but {@code [A-Za-z0-9_.~@-]} is
 * percent-encoded (UTF-8, upper-case hex, as RFC 3986 section 2.1), so the separator {@code :} never comes from a value.
 * A value that is null, empty or blank refuses the call; there is no default. For one key, on one thread.
 */
public final class KeyWriter {

    /** The longest key, in characters, tool name included. */
    public static final int MAX_LENGTH = 512;

    private static final int USUAL_LENGTH = 96;

    /** The most that is written before the length is checked: a code point of four bytes, or a number. */
    private static final int SLACK = 32;

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    /** Zero for each character that is written as it is; of Latin-1, which needs no mask to be looked up when known to be. */
    private static final byte[] ENCODED = new byte[256];

    static {
        Arrays.fill(ENCODED, (byte) 1);
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~@-"
                .chars()
                .forEach(c -> ENCODED[c] = 0);
    }

    private final String tool;

    private final @Nullable CallContext context;

    private final String fingerprint;

    private byte[] key = new byte[USUAL_LENGTH];

    private int length;

    private boolean tenantNext;

    private String tenant = "";

    /**
     * Starts a key.
     *
     * @param tool the tool's name
     * @param context the call context, null when none is bound
     * @param fingerprint the effect's fingerprint, {@code sha256:} and 64 hex digits
     */
    public KeyWriter(String tool, @Nullable CallContext context, String fingerprint) {
        this.tool = tool;
        this.context = context;
        this.fingerprint = fingerprint;
    }

    /**
     * Adds a literal of the template, which the compiler has checked, with the separators next to it.
     *
     * @param text characters of {@code [A-Za-z0-9_.-]}, and {@code :} between two parts
     * @return this
     */
    public KeyWriter literal(String text) {
        ascii(text, 0);
        return this;
    }

    /**
     * Adds the separator of parts.
     *
     * @return this
     */
    public KeyWriter separator() {
        room(1);
        key[length++] = ':';
        return this;
    }

    /**
     * Says that the next value is the tenant.
     *
     * @return this
     */
    public KeyWriter tenant() {
        tenantNext = true;
        return this;
    }

    /**
     * Adds a value of the call context.
     *
     * @param name its name, as in <code>{ctx.name}</code>
     * @return this
     * @throws SideEffectRejectedException when no context is bound or it has no such value ({@code MissingContext})
     */
    public KeyWriter context(String name) {
        String value = context == null ? null : context.get(name);
        if (value == null) {
            throw refuse(
                    RefusalCode.MISSING_CONTEXT,
                    "its key needs ctx." + name + ", and "
                            + (context == null ? "no CallContext is bound to this thread" : "the CallContext has none")
                            + ". The application binds it around the call: CallContext.builder()." + builderCall(name)
                            + "….build().call(…)");
        }
        boolean ownTenant = tenantNext && name.equals("tenant");
        if ((ownTenant || !tenantNext) && plain(value)) {
            if (ownTenant) {
                tenantNext = false;
                tenant = value;
            }
            return this;
        }
        return value("ctx." + name, value);
    }

    /**
     * Adds text.
     *
     * @param path the value's path in the template, for messages
     * @param value the value, null when something on the path is null
     * @return this
     */
    public KeyWriter text(String path, @Nullable CharSequence value) {
        return value(path, value);
    }

    /**
     * Adds a character as text.
     *
     * @param path the value's path in the template
     * @param value the value
     * @return this
     */
    public KeyWriter text(String path, char value) {
        return value(path, String.valueOf(value));
    }

    /**
     * Adds an integral number.
     *
     * @param path the value's path in the template
     * @param value the value
     * @return this
     */
    public KeyWriter integral(String path, long value) {
        int start = length;
        room(Numbers.LONGEST);
        length = Numbers.write(value, key, start);
        checkLength(path);
        return tenantNext ? tenant(path, written(start), written(start)) : this;
    }

    /**
     * Adds an integral number: a wrapper, an atomic or a {@code BigInteger}.
     *
     * @param path the value's path in the template
     * @param value the value, null when something on the path is null
     * @return this
     */
    public KeyWriter integral(String path, @Nullable Number value) {
        if (value instanceof BigInteger big && big.bitLength() > 4 * MAX_LENGTH) {
            // Over 600 digits; writing out a huge one would take its time.
            throw tooLong(path);
        }
        return value(path, value == null ? null : value.toString());
    }

    /**
     * Adds a boolean.
     *
     * @param path the value's path in the template
     * @param value the value, null when something on the path is null
     * @return this
     */
    public KeyWriter bool(String path, @Nullable Boolean value) {
        return value(path, value == null ? null : value.toString());
    }

    /**
     * Adds a UUID.
     *
     * @param path the value's path in the template
     * @param value the value, null when something on the path is null
     * @return this
     */
    public KeyWriter uuid(String path, @Nullable UUID value) {
        return value(path, value == null ? null : value.toString());
    }

    /**
     * Adds an enum constant by its {@code name()}.
     *
     * @param path the value's path in the template
     * @param value the value, null when something on the path is null
     * @return this
     */
    public KeyWriter constant(String path, @Nullable Enum<?> value) {
        return value(path, value == null ? null : value.name());
    }

    /**
     * Adds a date, ISO-8601.
     *
     * @param path the value's path in the template
     * @param value the value, null when something on the path is null
     * @return this
     */
    public KeyWriter date(String path, @Nullable LocalDate value) {
        return value(path, value == null ? null : value.toString());
    }

    /**
     * Adds the effect's fingerprint, 64 hex digits.
     *
     * @return this
     */
    public KeyWriter fingerprint() {
        ascii(fingerprint, "sha256:".length());
        return this;
    }

    /**
     * Compares a value that is marked as the tenant, and is not the key's tenant part, with the context's tenant.
     *
     * @param path the value's path, for messages
     * @param value the value, null when something on the path is null: then there is nothing to compare
     * @return this
     * @throws SideEffectRejectedException when they differ ({@code TenantMismatch})
     */
    public KeyWriter checkTenant(String path, @Nullable CharSequence value) {
        String bound = context == null ? null : context.get("tenant");
        if (bound != null && value != null && value != bound && !bound.contentEquals(value)) {
            throw refuse(
                    RefusalCode.TENANT_MISMATCH,
                    "the tenant in \"" + path
                            + "\" is not the tenant that the call context is bound to. A caller acts for"
                            + " its own tenant only");
        }
        return this;
    }

    /**
     * Ends the key with the tool's name.
     *
     * @return the key
     * @throws SideEffectRejectedException when it is too long ({@code KeyTooLong})
     */
    public String finish() {
        separator();
        ascii(tool, 0);
        checkLength("template");
        return written(0);
    }

    /**
     * The tenant part as rendered.
     *
     * @return the encoded tenant; empty for a tool compiled with a single tenant
     */
    public String tenantPart() {
        return tenant;
    }

    private KeyWriter value(String path, @Nullable CharSequence given) {
        String value = given == null ? null : given.toString();
        int start = length;
        if (value != null && plain(value)) {
            return tenantNext ? tenant(path, value, value) : this;
        }
        if (value == null || BlankText.isBlank(value)) {
            String found = value == null ? "null" : value.isEmpty() ? "empty" : "blank";
            throw refuse(
                    RefusalCode.BLANK_KEY_PART,
                    "the key value \"" + path + "\" is " + found + ". Give the value that names this operation");
        }
        encode(path, value);
        return tenantNext ? tenant(path, value, written(start)) : this;
    }

    private KeyWriter tenant(String path, String value, String rendered) {
        tenantNext = false;
        tenant = rendered;
        return checkTenant(path, value);
    }

    /** Writes a value that needs no encoding and fits; false for any other, nothing being written then. */
    // The only way to take bytes out of a String without a copy; it drops upper halves, which is checked right after.
    @SuppressWarnings("deprecation")
    private boolean plain(String value) {
        int characters = value.length();
        if (characters == 0 || characters > MAX_LENGTH - length) {
            return false;
        }
        room(characters);
        value.getBytes(0, characters, key, length);
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

    private void encode(String path, String value) {
        int characters = value.length();
        for (int i = 0; i < characters; i++) {
            room(SLACK);
            char c = value.charAt(i);
            if (c < 0x80 && ENCODED[c] == 0) {
                key[length++] = (byte) c;
            } else if (c < 0x80) {
                percent(c);
            } else if (c < 0x800) {
                percent(0xC0 | (c >> 6));
                percent(0x80 | (c & 0x3F));
            } else if (!Character.isSurrogate(c)) {
                percent(0xE0 | (c >> 12));
                percent(0x80 | ((c >> 6) & 0x3F));
                percent(0x80 | (c & 0x3F));
            } else {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == characters
                        || !Character.isLowSurrogate(value.charAt(i + 1))) {
                    throw refuse(
                            RefusalCode.LONE_SURROGATE,
                            "the key value \"" + path + "\" has half of a surrogate pair at index " + i
                                    + ". Send well-formed Unicode text");
                }
                int codePoint = Character.toCodePoint(c, value.charAt(++i));
                percent(0xF0 | (codePoint >> 18));
                percent(0x80 | ((codePoint >> 12) & 0x3F));
                percent(0x80 | ((codePoint >> 6) & 0x3F));
                percent(0x80 | (codePoint & 0x3F));
            }
            checkLength(path);
        }
    }

    private void percent(int octet) {
        key[length++] = '%';
        key[length++] = HEX[octet >> 4];
        key[length++] = HEX[octet & 0xF];
    }

    // Of ASCII, what it copies is all there is.
    @SuppressWarnings("deprecation")
    private void ascii(String text, int from) {
        int characters = text.length() - from;
        room(characters);
        text.getBytes(from, text.length(), key, length);
        length += characters;
    }

    private void room(int more) {
        if (more > key.length - length) {
            key = Arrays.copyOf(key, Math.max(length + more, 2 * key.length));
        }
    }

    private String written(int start) {
        return new String(key, start, length - start, StandardCharsets.ISO_8859_1);
    }

    private void checkLength(String path) {
        if (length > MAX_LENGTH) {
            throw tooLong(path);
        }
    }

    private SideEffectRejectedException tooLong(String path) {
        return refuse(
                RefusalCode.KEY_TOO_LONG,
                "the key is longer than " + MAX_LENGTH + " characters (tool name included, special characters count"
                        + " three each) at \"" + path + "\". Key on an id, not on text");
    }

    private SideEffectRejectedException refuse(RefusalCode code, String what) {
        return new SideEffectRejectedException(
                code,
                "Nothing was done: " + tool + " was refused, because " + what + ".",
                tool,
                null,
                fingerprint,
                null);
    }

    private static String builderCall(String name) {
        return switch (name) {
            case "tenant", "actor", "conversation", "turn", "approval", "operation" -> name + "(…)";
            default -> "attribute(\"" + name + "\", …)";
        };
    }
}
