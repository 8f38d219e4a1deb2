package dev.retrysafe.store;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A person's decision about a record in doubt.
 *
 * @param decisionId made by whoever decides, once per decision, so that sending it again is harmless; 1 to 64 of
 *     {@code [A-Za-z0-9._-]}
 * @param verdict what happened
 * @param remoteSystem the remote system, null for none and for {@link Verdict#NOT_APPLIED}; at most 200 characters
 * @param remoteId the effect's id there, null likewise; at most 500 characters
 * @param remoteUrl the effect's address there, null likewise; at most 2,000 characters
 * @param by who decided; not blank, at most 200 characters
 * @param why what the decision rests on; not blank, at most 500 characters
 * @param retention how long the receipt, or the free record, is kept from now; at least a millisecond
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

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

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
        if (!ID.matcher(decisionId).matches()) {
            throw new IllegalArgumentException("a decision's id is 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        require(by, "who decided (by)", 200);
        require(why, "what the decision rests on (why)", 500);
        if (verdict == Verdict.NOT_APPLIED && (remoteSystem != null || remoteId != null || remoteUrl != null)) {
            throw new IllegalArgumentException(
                    "an effect that was not applied has no remote system, no remote id and no address");
        }
        requireOrNull(remoteSystem, "the remote system", 200);
        requireOrNull(remoteId, "the remote id", 500);
        requireOrNull(remoteUrl, "the remote address", 2_000);
        if (retention.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("the retention is at least a millisecond: " + retention);
        }
    }

    /**
     * Whether this is another sending of a decision: the same in all but the retention, which is the sender's setting
     * and not the person's word.
     *
     * @param other a decision
     * @return whether id, verdict, receipt, person and reason are the same
     */
    public boolean repeats(Resolution other) {
        return decisionId.equals(other.decisionId)
                && verdict == other.verdict
                && Objects.equals(remoteSystem, other.remoteSystem)
                && Objects.equals(remoteId, other.remoteId)
                && Objects.equals(remoteUrl, other.remoteUrl)
                && by.equals(other.by)
                && why.equals(other.why);
    }

    private static void requireOrNull(@Nullable String text, String what, int most) {
        if (text != null) {
            require(text, what, most);
        }
    }

    /** No store may have to change a text, or else a repeated decision would look like another one. */
    private static void require(String text, String what, int most) {
        if (text.isBlank() || text.length() > most) {
            throw new IllegalArgumentException("say " + what + " in 1 to " + most + " characters");
        }
        boolean halved = text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        if (halved) {
            throw new IllegalArgumentException("say " + what + " in well-formed Unicode: it holds half a character");
        }
    }
}
