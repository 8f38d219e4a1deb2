package dev.retrysafe.redis;

import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.RedisTimeoutException;

/** Turns the client's exceptions into the store's. The client's texts hold arguments, so none of them is passed on. */
final class Failures {

    /** What the server answers instead of running a script, or at its first write: nothing took place. */
    enum Refusal {
        OUT_OF_MEMORY(
                "command not allowed when used memory", false, "it is out of memory", "raise maxmemory or free memory"),
        READ_ONLY("READONLY", true, "it is a read-only replica", "point the client at the master"),
        NO_RIGHT("NOPERM", false, "the client's user lacks a right", "grant the rights in docs/stored-format.md"),
        NO_RIGHT_IN_SCRIPT("The user executing the script can't", false, NO_RIGHT.meaning, NO_RIGHT.action),
        NOT_LOGGED_IN("NOAUTH", false, "the client has not logged in", "give the client user and password"),
        DISK("MISCONF", false, "it cannot write to its disk", "look at the server's log and disk"),
        TOO_FEW_REPLICAS("NOREPLICAS", false, "too few replicas are connected", "restore the replicas"),
        TOO_LONG("exceeds maximum allowed size", false, "the record is too large", "lower max-result-size"),
        LOADING("LOADING", true, "it is loading its data", "wait until it has started"),
        BUSY("BUSY", true, "another script blocks it", "end that script, with SCRIPT KILL"),
        SLOT_MOVES("TRYAGAIN", true, "the record's slot is moving", "try again when the cluster is balanced"),
        CLUSTER_DOWN("CLUSTERDOWN", true, "the cluster lacks nodes", "restore the cluster"),
        MASTER_DOWN("MASTERDOWN", true, "its master is down", "wait for the fail-over");

        private final String sign;
        private final boolean passing;
        private final String meaning;
        private final String action;

        Refusal(String sign, boolean passing, String meaning, String action) {
            this.sign = sign;
            this.passing = passing;
            this.meaning = meaning;
            this.action = action;
        }

        /** Whether it may be over in a moment. */
        boolean passing() {
            return passing;
        }

        static @Nullable Refusal in(Throwable failure) {
            String answer = answerIn(failure);
            for (Refusal refusal : values()) {
                if (answer.contains(refusal.sign)) {
                    return refusal;
                }
            }
            Throwable cause = failure.getCause();
            return cause == null || cause == failure ? null : in(cause);
        }
    }

    private static final String AFTER_ANSWER = ". channel: ";

    private Failures() {}

    /**
     * Whether the client believed that the server still knows the script: nothing took place, and a plain sending puts it
     * right, where a batch does not.
     */
    static boolean isForgottenScript(Throwable failure) {
        return cause(failure) instanceof RedisNoScriptException;
    }

    /** What a future failed with, without what futures wrap around it. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** What the server said, without what the client adds to it: arguments could hold the same words. */
    private static String answerIn(Throwable failure) {
        String text = Objects.requireNonNullElse(failure.getMessage(), "");
        int end = text.indexOf(AFTER_ANSWER);
        boolean noAnswer = failure instanceof RedisTimeoutException || failure instanceof RedisConnectionException;
        return noAnswer || end < 0 ? "" : text.substring(0, end);
    }

    static EffectStoreException refused(String command, Refusal refusal, Throwable failure) {
        return new EffectStoreException(
                Reason.REFUSED,
                "Redis refused the command " + command + ": " + refusal.meaning + "; nothing took place. To do: "
                        + refusal.action + ".",
                new ClientFailure(failure));
    }

    static EffectStoreException unavailable(String command, Duration budget, Throwable failure) {
        return new EffectStoreException(
                Reason.UNAVAILABLE,
                "Redis gave no answer to the command " + command + " within its budget of " + budget.toMillis()
                        + " ms (" + failure.getClass().getSimpleName() + "); it may have taken place. To do: see"
                        + " whether the server is up, reachable and fast enough.",
                new ClientFailure(failure));
    }

    static EffectStoreException unconfirmed(int confirmed, int asked, Duration budget, @Nullable Throwable failure) {
        return new EffectStoreException(
                Reason.UNAVAILABLE,
                "Redis took the claim, and " + confirmed + " of " + asked
                        + " replicas confirmed it within the budget of "
                        + budget.toMillis() + " ms"
                        + (failure == null ? "" : " (" + failure.getClass().getSimpleName() + ")")
                        + (failure != null && Refusal.in(failure) == Refusal.NO_RIGHT
                                ? ": the client's user lacks a right, +wait perhaps"
                                : "")
                        + ". To do: see whether that many replicas are connected to the master and keep up (INFO"
                        + " replication); the claim is taken back.",
                failure == null ? null : new ClientFailure(failure));
    }

    /** Stands in for the client's exception: its type and stack trace, without its text. */
    private static final class ClientFailure extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ClientFailure(Throwable failure) {
            super(failure.getClass().getName(), causeOf(failure));
            setStackTrace(failure.getStackTrace());
        }

        private static @Nullable ClientFailure causeOf(Throwable failure) {
            Throwable cause = failure.getCause();
            return cause == null || cause.getCause() == failure ? null : new ClientFailure(cause);
        }
    }
}
