package dev.retrysafe.operations;

import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.Resolution.Verdict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a person says about an effect in doubt. Remote system and retention are the tool's and are not asked for.
 *
 * @param decisionId made by whoever decides, once per decision, so that sending it again is harmless; 1 to 64 of
 *     {@code [A-Za-z0-9._-]}
 * @param verdict what happened
 * @param remoteId the effect's id at the remote side, null for none; at most 500 characters
 * @param remoteUrl the effect's address there, null for none; at most 2,000 characters
 * @param by who decided; not blank, at most 200 characters
 * @param why what the decision rests on; not blank, at most 500 characters
 */
public record PersonDecision(
        String decisionId,
        Verdict verdict,
        @Nullable String remoteId,
        @Nullable String remoteUrl,
        String by,
        String why) {

    private static final Duration ANY = Duration.ofDays(1);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException when one of them is out of its range; the message says what to send
     */
    public PersonDecision {
        // A store checks the same: refused here, it is refused before any record is looked at.
        Object unused = new Resolution(decisionId, verdict, null, remoteId, remoteUrl, by, why, ANY);
    }

    /**
     * What a store is told.
     *
     * @param remoteSystem the tool's remote system, null for none; left out where nothing was applied
     * @param retention how long the receipt, or the free record, is kept
     * @return the decision
     */
    public Resolution resolution(@Nullable String remoteSystem, Duration retention) {
        String system = verdict == Verdict.COMMITTED ? remoteSystem : null;
        return new Resolution(decisionId, verdict, system, remoteId, remoteUrl, by, why, retention);
    }
}
