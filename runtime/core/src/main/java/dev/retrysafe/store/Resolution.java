package dev.retrysafe.store;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A person's decision about a record in doubt.
 *
 * @param decisionId made by whoever decides, once per decision, so that sending it again is harmless; 1 to 64 of
 *     {@code [A-Za-z0-9._-]}
 * @param verdict what happened
 * @param remoteSystem the remote system, null for none
 * @param remoteId the effect's id there, null for none and for {@link Verdict#NOT_APPLIED}
 * @param remoteUrl the effect's address there, null likewise
 * @param by who decided; not blank, at most 200 characters
 * @param why what the decision rests on; not blank, at most 500 characters
 * @param retention how long the receipt, or the free record, is kept from now; positive
 */
public record Resolution(
        String decisionId,
        Verdict verdict,
        @Nullable String remoteSystem,
        @Nullable String remoteId,
        @Nullable String remoteUrl,
        String by,
        String why,
        Duration retention) {

    /** What a person found out. */
    public enum Verdict {
        /** The effect happened: a retry is answered with a receipt. */
        COMMITTED,
        /** No attempt had its effect, nor can have it still: a retry executes. */
        NOT_APPLIED
    }

    /** Checks the values; the messages say what to send. */
    public Resolution {
        Objects.requireNonNull(verdict, "verdict");
        if (!decisionId.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new IllegalArgumentException("a decision's id is 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        require(by, "who decided (by)", 200);
        require(why, "what the decision rests on (why)", 500);
        if (verdict == Verdict.NOT_APPLIED && (remoteId != null || remoteUrl != null)) {
            throw new IllegalArgumentException("an effect that was not applied has no remote id and no address");
        }
        if (retention.isZero() || retention.isNegative()) {
            throw new IllegalArgumentException("the retention is positive: " + retention);
        }
    }

    private static void require(String text, String what, int most) {
        if (text.isBlank() || text.length() > most) {
            throw new IllegalArgumentException("say " + what + " in 1 to " + most + " characters");
        }
    }
}
