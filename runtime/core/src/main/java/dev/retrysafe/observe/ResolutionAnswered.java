package dev.retrysafe.observe;

import org.jspecify.annotations.Nullable;

/**
 * A person decided about a record, and what the record said to it.
 *
 * @param record the record's id
 * @param tool the tool's name; null when the record is unknown
 * @param key the idempotency key; null likewise
 * @param fence the attempt that the decision is about
 * @param decisionId the decision's id
 * @param verdict {@code committed} or {@code not_applied}
 * @param answer {@code resolved}, {@code stale}, {@code id_reused}, {@code unknown} or
 *     {@code no_answer}
 * @param by who decided
 * @param why what the decision rests on
 * @param remoteId the effect's id at the remote side, by the decider's word; null for none
 */
public record ResolutionAnswered(
        String record,
        @Nullable String tool,
        @Nullable String key,
        long fence,
        String decisionId,
        String verdict,
        String answer,
        String by,
        String why,
        @Nullable String remoteId) {}
