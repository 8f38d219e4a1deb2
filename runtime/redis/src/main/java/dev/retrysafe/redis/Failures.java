package dev.retrysafe.redis;

import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns the client's exceptions into the store's. The client's texts hold arguments, so none of them is passed on. */
final class Failures {

    /** What the server says before it has written anything, and what to do about it. */
    private enum Refusal {
        OUT_OF_MEMORY("OOM command not allowed", "it is out of memory", "raise maxmemory or free memory"),
        READ_ONLY("READONLY", "it is a read-only replica", "point the client at the master"),
        NO_RIGHT("NOPERM", "the user lacks a right", "grant the rights listed in docs/stored-format.md"),
        NO_RIGHT_IN_SCRIPT("The user executing the script can't", NO_RIGHT.meaning, NO_RIGHT.action),
        NOT_LOGGED_IN("NOAUTH", "the client has not logged in", "set user and password of the client"),
        DISK("MISCONF", "it cannot write to its disk", "look at the server's log and disk"),
        TOO_FEW_REPLICAS("NOREPLICAS", "too few replicas are connected", "restore the replicas"),
        TOO_LONG("exceeds maximum allowed size", "the record is too large", "lower max-result-size");

        private final String sign;
        private final String meaning;
        private final String action;

        Refusal(String sign, String meaning, String action) {
            this.sign = sign;
            this.meaning = meaning;
            this.action = action;
        }
    }

    private Failures() {}

    static EffectStoreException translate(Script script, Duration budget, Throwable failure) {
        ClientFailure cause = new ClientFailure(failure);
        for (Refusal refusal : Refusal.values()) {
            if (mentions(failure, refusal.sign)) {
                return new EffectStoreException(
                        Reason.REFUSED,
                        "Redis refused the command " + script.command() + ": " + refusal.meaning
                                + "; nothing took place. To do: " + refusal.action + ".",
                        cause);
            }
        }
        return new EffectStoreException(
                Reason.UNAVAILABLE,
                "Redis gave no answer to the command " + script.command() + " within its budget of " + budget.toMillis()
                        + " ms (" + cause.getMessage() + "); it may have taken place. Is the server up and reachable?",
                cause);
    }

    private static boolean mentions(Throwable failure, String sign) {
        for (Throwable cause : chain(failure)) {
            if (Objects.requireNonNullElse(cause.getMessage(), "").contains(sign)) {
                return true;
            }
        }
        return false;
    }

    private static List<Throwable> chain(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null || cause == failure ? List.of(failure) : List.of(failure, cause);
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
