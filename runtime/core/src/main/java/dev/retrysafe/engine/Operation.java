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
 * One business decision to cause one effect: key and fingerprint, taken from the arguments once.
 *
 * @param tool the tool
 * @param id the operation's name in the store
 * @param fingerprint the effect's fingerprint
 */
record Operation(ToolDefinition tool, OperationId id, String fingerprint) {

    static Operation of(String namespace, Invocation call, @Nullable CallContext context) {
        ToolMethod method = call.tool();
        ToolDefinition tool = method.definition();
        String fingerprint = null;
        try {
            CanonicalWriter effect = new CanonicalWriter(tool.tool());
            method.effect(effect, call.arguments());
            fingerprint = effect.finish();
            KeyWriter key = new KeyWriter(tool.tool(), context, fingerprint);
            method.key(key, call.arguments());
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

    String key() {
        return id.key();
    }

    /** The same for every attempt at this effect. */
    DownstreamKey downstreamKey(@Nullable String name) {
        return DownstreamKey.derive(id.namespace(), id.tool(), id.key(), fingerprint, name);
    }
}
