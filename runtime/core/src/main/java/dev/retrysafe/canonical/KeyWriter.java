package dev.retrysafe.canonical;

import dev.retrysafe.BlankText;
import dev.retrysafe.CallContext;
import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectRejectedException;
import java.math.BigInteger;
import java.time.LocalDate;
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

    private final String tool;

    private final @Nullable CallContext context;

    private final String fingerprint;

    private final KeyBuffer key = new KeyBuffer();

    private boolean tenantIsChecked;

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
     * Lets no argument name a tenant unless the call context is bound to one, with which it is compared.
     *
     * @return this
     */
    public KeyWriter checkingTenants() {
        tenantIsChecked = true;
        return this;
    }

    /**
     * Adds a literal of the template, which the compiler has checked, with the separators next to it.
     *
     * @param text characters of {@code [A-Za-z0-9_.-]}, and {@code :} between two parts
     * @return this
     */
    public KeyWriter literal(String text) {
        key.ascii(text, 0);
        return this;
    }

    /**
     * Adds the separator of parts.
     *
     * @return this
     */
    public KeyWriter separator() {
        key.separator();
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
        if ((ownTenant || !tenantNext) && key.plain(value)) {
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
        int start = key.length();
        key.integral(value);
        checkLength(path);
        return tenantNext ? tenant(path, key.written(start), key.written(start)) : this;
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
        key.ascii(fingerprint, "sha256:".length());
        return this;
    }

    /**
     * Compares a value that is marked as the tenant, and is not the key's tenant part, with the context's tenant.
     *
     * @param path the value's path, for messages
     * @param value the value, null when something on the path is null: then there is nothing to compare
     * @return this
     * @throws SideEffectRejectedException when they differ ({@code TenantMismatch}); when there is none and this writer is
     *     {@linkplain #checkingTenants checking tenants} ({@code MissingContext})
     */
    public KeyWriter checkTenant(String path, @Nullable CharSequence value) {
        String bound = context == null ? null : context.get("tenant");
        if (bound == null && value != null && tenantIsChecked) {
            throw refuse(
                    RefusalCode.MISSING_CONTEXT,
                    "its tenant comes from the argument \"" + path
                            + "\", and no tenant is bound to this thread with which it"
                            + " could be compared, so that whoever writes the argument could name anybody's. The"
                            + " application binds the caller's own: CallContext.builder().tenant(…)….build().call(…)");
        }
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
        key.separator();
        key.ascii(tool, 0);
        checkLength("template");
        return key.written(0);
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
        int start = key.length();
        if (value != null && key.plain(value)) {
            return tenantNext ? tenant(path, value, value) : this;
        }
        if (value == null || BlankText.isBlank(value)) {
            String found = value == null ? "null" : value.isEmpty() ? "empty" : "blank";
            throw refuse(
                    RefusalCode.BLANK_KEY_PART,
                    "the key value \"" + path + "\" is " + found + ". Give the value that names this operation");
        }
        int malformed = key.encode(value);
        if (malformed >= 0) {
            throw refuse(
                    RefusalCode.LONE_SURROGATE,
                    "the key value \"" + path + "\" has half of a surrogate pair at index " + malformed
                            + ". Send well-formed Unicode text");
        }
        checkLength(path);
        return tenantNext ? tenant(path, value, key.written(start)) : this;
    }

    private KeyWriter tenant(String path, String value, String rendered) {
        tenantNext = false;
        tenant = rendered;
        return checkTenant(path, value);
    }

    private void checkLength(String path) {
        if (key.length() > MAX_LENGTH) {
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
