package dev.retrysafe.processor.model;

import java.time.Duration;
import java.util.List;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * One tool, checked.
 *
 * @param tool its name
 * @param methodName the method's name
 * @param keyTemplate the template as written
 * @param key the template's parts
 * @param tenants arguments that must be the context's tenant, besides the key's tenant part
 * @param fingerprintPaths the paths as written
 * @param definitionHash changes when the fingerprint's definition does
 * @param effect the selected parameters
 * @param parameterTypes the parameters' erased types
 * @param mutation the name of the mutation constant
 * @param ttl the retention, null for the configured one
 * @param receiptSystem the remote system, empty for none
 * @param remoteId reads the remote id, null for none
 * @param remoteUrl reads the remote address, null for none
 * @param resultType the boxed type of the result, null for none
 * @param completion how the method hands its result over
 * @param storeResult whether results are stored
 * @param noEffect exception types that prove that nothing happened
 * @param replay exception types that are the final outcome
 * @param witnessed whether every request of the tool is seen
 * @param recovery what settles an effect in doubt
 */
public record ToolModel(
        String tool,
        String methodName,
        String keyTemplate,
        List<KeyPart> key,
        List<KeyPart.Source.Argument> tenants,
        List<String> fingerprintPaths,
        String definitionHash,
        List<Argument> effect,
        List<TypeMirror> parameterTypes,
        String mutation,
        @Nullable Duration ttl,
        String receiptSystem,
        @Nullable PathRead remoteId,
        @Nullable PathRead remoteUrl,
        @Nullable TypeMirror resultType,
        Completion completion,
        boolean storeResult,
        List<TypeMirror> noEffect,
        List<TypeMirror> replay,
        boolean witnessed,
        Recovery recovery) {

    /** A selected parameter. */
    public record Argument(int index, String name, TypeMirror type, Canonical value) {}

    /**
     * What settles an effect in doubt.
     *
     * @param reconcile the lookup method's name, empty for none
     * @param lookup how it is called, null for none
     * @param trustAbsentAfter after how long an absence is believed, null for never
     * @param resendWithin how long the effect may be sent again, null for not at all
     * @param resendForever whether it may be sent again at any time
     */
    public record Recovery(
            String reconcile,
            @Nullable Lookup lookup,
            @Nullable Duration trustAbsentAfter,
            @Nullable Duration resendWithin,
            boolean resendForever) {}

    /**
     * How a lookup is called.
     *
     * @param method the method's name
     * @param owner the tool's type, erased
     * @param isStatic whether it needs no object
     * @param arguments what it is given, in order
     * @param returnsResult whether the {@code Optional} that it returns is itself the tool's result
     */
    public record Lookup(
            String method, TypeMirror owner, boolean isStatic, List<LookupArgument> arguments, boolean returnsResult) {}

    /**
     * What a lookup is given.
     *
     * @param index the index of the tool's parameter, negative for the downstream key
     * @param type the parameter's erased type
     */
    public record LookupArgument(int index, TypeMirror type) {}
}
