package dev.retrysafe;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One annotated tool as it was compiled, from {@link SideEffects#catalog()}. What configuration changes at run time, such
 * as a tool's retention, is not in it.
 *
 * @param tool the tool's name
 * @param type the binary name of the type that declares the annotated method
 * @param method the method's name
 * @param mutation {@code non_idempotent}, {@code idempotent}, {@code local_transaction} or {@code read_only}
 * @param key the key template as written; null for a read-only tool
 * @param tenant the path of the key's tenant part; null for a read-only tool, and where there is one tenant only
 * @param operation the paths of the key's parts that name the operation; empty for a read-only tool
 * @param fingerprint the fingerprint paths as written; empty for a read-only tool
 * @param definitionHash changes when the fingerprint's definition does; null for a read-only tool
 * @param ttl the receipt's retention as written; null for the configured one
 * @param receiptSystem the remote system; null for none
 * @param storesResult whether results are stored with receipts
 * @param recovery what settles an effect in doubt; null when nothing is said
 * @param failures what is said about exceptions; null when nothing is
 * @param retryAdvice a few sentences on calling again, for the tool description that a model reads
 */
public record ToolDescription(
        String tool,
        String type,
        String method,
        String mutation,
        @Nullable String key,
        @Nullable String tenant,
        List<String> operation,
        List<String> fingerprint,
        @Nullable String definitionHash,
        @Nullable Duration ttl,
        @Nullable String receiptSystem,
        boolean storesResult,
        @Nullable Recovery recovery,
        @Nullable Failures failures,
        String retryAdvice) {

    /** Copies the lists. */
    public ToolDescription {
        operation = List.copyOf(operation);
        fingerprint = List.copyOf(fingerprint);
    }

    /**
     * What is declared to settle an effect in doubt.
     *
     * @param reconcile the lookup method's name; null for none
     * @param trustAbsentAfter after how long an absence is believed; null for never
     * @param resendWithin how long the effect may be sent again, as an ISO-8601 duration or {@code forever}; null for not
     *     at all
     */
    public record Recovery(
            @Nullable String reconcile,
            @Nullable Duration trustAbsentAfter,
            @Nullable String resendWithin) {}

    /**
     * What is declared about exceptions.
     *
     * @param noEffect the binary names of types that prove that nothing happened
     * @param replay the binary names of types that are the final outcome
     * @param witnessed whether every request of the tool is seen
     */
    public record Failures(List<String> noEffect, List<String> replay, boolean witnessed) {

        /** Copies the lists. */
        public Failures {
            noEffect = List.copyOf(noEffect);
            replay = List.copyOf(replay);
        }
    }
}
