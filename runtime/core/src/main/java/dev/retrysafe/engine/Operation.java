package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import org.jspecify.annotations.Nullable;

/**
 * One business decision to cause one effect: key and fingerprint, taken from the arguments when the call begins.
 *
 * @param tool the tool
 * @param id the operation's name in the store
 * @param fingerprint the effect's fingerprint
 */
record Operation(ToolDefinition tool, OperationId id, String fingerprint) {

    static Operation of(String namespace, TenantArgument tenants, Invocation call, @Nullable CallContext context) {
        ToolMethod method = call.tool();
        ToolDefinition tool = method.definition();
        String fingerprint = null;
        try {
            fingerprint = fingerprint(call);
            KeyWriter key = keyWriter(tenants, call, context, fingerprint);
            String rendered = key.finish();
            return new Operation(
                    tool, new OperationId(namespace, key.tenantPart(), tool.tool(), rendered), fingerprint);
        } catch (SideEffectRejectedException e) {
            throw e;
        } catch (StackOverflowError e) {
            throw new SideEffectRejectedException(
                    RefusalCode.NOT_CANONICAL,
                    "Nothing was done: " + tool.tool()
                            + " was refused, because its arguments are nested too deeply to be"
                            + " read. Send a flatter structure.",
                    tool.tool(),
                    null,
                    fingerprint,
                    e);
        } catch (RuntimeException e) {
            throw new SideEffectRejectedException(
                    RefusalCode.ARGUMENT_FAILED,
                    "Nothing was done: " + tool.tool() + " was refused, because reading its arguments for "
                            + (fingerprint == null ? "the fingerprint" : "the key") + " failed with "
                            + e.getClass().getName() + ". Correct the arguments; a getter of theirs must not throw.",
                    tool.tool(),
                    null,
                    fingerprint,
                    e);
        }
    }

    private static String fingerprint(Invocation call) {
        CanonicalWriter effect = new CanonicalWriter(call.tool().definition().tool());
        call.tool().effect(effect, call.arguments());
        return effect.finish();
    }

    private static KeyWriter keyWriter(
            TenantArgument tenants, Invocation call, @Nullable CallContext context, String fingerprint) {
        KeyWriter key = new KeyWriter(call.tool().definition().tool(), context, fingerprint);
        if (tenants == TenantArgument.CHECKED) {
            key.checkingTenants();
        }
        call.tool().key(key, call.arguments());
        return key;
    }

    /**
     * Whether a call's arguments are those of this operation. Who holds them may change them at any time.
     *
     * @param context what the call is made under
     * @throws SideEffectRejectedException when they have no canonical form
     * @throws RuntimeException what reading them throws; so with {@code StackOverflowError}
     */
    boolean isOf(Invocation call, @Nullable CallContext context) {
        String now = fingerprint(call);
        return now.equals(fingerprint)
                && keyWriter(TenantArgument.ALLOWED, call, context, now)
                        .finish()
                        .equals(id.key());
    }

    /**
     * Makes sure that a call's arguments are still those of this operation, right before they are used.
     *
     * @param context what the call is made under
     * @param doubtful whether an earlier attempt is unknown
     * @throws SideEffectRejectedException when they are not, or cannot be read any more ({@code ArgumentsChanged})
     */
    void confirm(Invocation call, @Nullable CallContext context, boolean doubtful) {
        Throwable unreadable = null;
        try {
            if (isOf(call, context)) {
                return;
            }
        } catch (RuntimeException | StackOverflowError e) {
            unreadable = e;
        }
        throw EntryRefusals.argumentsChanged(this, doubtful, unreadable);
    }

    String key() {
        return id.key();
    }

    /** The same for every attempt at this effect. */
    DownstreamKey downstreamKey(@Nullable String name) {
        return DownstreamKey.derive(id.namespace(), id.tool(), id.key(), fingerprint, name);
    }
}
