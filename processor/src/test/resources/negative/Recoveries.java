import dev.retrysafe.DownstreamKey;
import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

class Recoveries {
    static final String KEY = "{ctx.tenant}:{id}";

    record Ticket(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "a", mutation = Mutation.IDEMPOTENT) // ERROR MissingResendWithin
    void missing(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "b", recovery = @Recovery(resendWithin = "1h")) // ERROR UnexpectedResendWithin
    void forbidden(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "c", recovery = @Recovery(trustAbsentAfter = "1h")) // ERROR TrustWithoutLookup
    void trust(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "d", recovery = @Recovery(reconcile = "fnd")) // ERROR UnknownLookup
    Ticket unknown(String id) {
        return new Ticket(id);
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "e", recovery = @Recovery(reconcile = "wrongResult")) // ERROR LookupMismatch
    Ticket result(String id) {
        return new Ticket(id);
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "f", recovery = @Recovery(reconcile = "find")) // ERROR LookupMismatch
    void resultOfVoid(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "g", recovery = @Recovery(reconcile = "wrongName")) // ERROR LookupMismatch
    Ticket name(String id) {
        return new Ticket(id);
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "h", recovery = @Recovery(reconcile = "wrongType")) // ERROR LookupMismatch
    Ticket type(String id) {
        return new Ticket(id);
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "i", recovery = @Recovery(reconcile = "twoKeys")) // ERROR LookupMismatch
    Ticket keys(String id) {
        return new Ticket(id);
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "j", recovery = @Recovery(reconcile = "find", trustAbsentAfter = "1h"))
    CompletableFuture<Ticket> good(String id) {
        return new CompletableFuture<>();
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "k", recovery = @Recovery(reconcile = "find"))
    Optional<Ticket> goodOptional(String id, DownstreamKey other) {
        return Optional.empty();
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "hidden_m", recovery = @Recovery(reconcile = "hidden")) // ERROR LookupMismatch
    Ticket hiddenLookup(String id) {
        return new Ticket(id);
    }

    private Optional<Ticket> hidden(String id) {
        return Optional.empty();
    }

    static class Heir extends other.Estate {
        @SideEffect(key = KEY, fingerprint = "*", tool = "heir_n", recovery = @Recovery(reconcile = "findProtected")) // ERROR LookupMismatch
        String inheritedProtected(String id) {
            return id;
        }

        @SideEffect(key = KEY, fingerprint = "*", tool = "heir_o", recovery = @Recovery(reconcile = "findPublic"))
        String inheritedPublic(String id) {
            return id;
        }
    }

    Optional<Ticket> find(DownstreamKey key, String id) {
        return Optional.empty();
    }

    Ticket wrongResult(String id) {
        return new Ticket(id);
    }

    Optional<Ticket> wrongName(String ticketId) {
        return Optional.empty();
    }

    Optional<Ticket> wrongType(CharSequence id) {
        return Optional.empty();
    }

    Optional<Ticket> twoKeys(DownstreamKey a, DownstreamKey b) {
        return Optional.empty();
    }

    static class Declined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Declined(String message) {
            super(message);
        }
    }

    static class NoMessage extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "l",
            failures = @Failures(
                    noEffect = {
                        IllegalArgumentException.class,
                        Declined.class // ERROR ContradictingFailures
                    },
                    replay = {
                        Declined.class,
                        NoMessage.class, // ERROR ReplayConstructor
                        other.Hidden.Failure.class // ERROR ReplayConstructor
                    }))
    void failures(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "m2", recovery = @Recovery(reconcile = "itself")) // ERROR LookupMismatch
    Optional<Ticket> itself(String id) {
        return Optional.empty();
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "n2", recovery = @Recovery(reconcile = "itself")) // ERROR LookupMismatch
    Ticket byAnotherTool(String id) {
        return new Ticket(id);
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "o2", recovery = @Recovery(reconcile = "equals")) // ERROR LookupMismatch
    void byObject(Object obj, String id) {}

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "p",
            failures = @Failures(
                    noEffect = {
                        Throwable.class, // ERROR UnprovenNoEffect
                        Exception.class, // ERROR UnprovenNoEffect
                        RuntimeException.class, // ERROR UnprovenNoEffect
                        Error.class, // ERROR UnprovenNoEffect
                        dev.retrysafe.SideEffectException.class, // ERROR UnprovenNoEffect
                        dev.retrysafe.SideEffectInDoubtException.class, // ERROR UnprovenNoEffect
                        java.net.ConnectException.class
                    }))
    void unproven(String id) {}

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "q",
            failures = @Failures(
                    noEffect = {
                        IllegalArgumentException.class, // ERROR ContradictingFailures
                        java.io.FileNotFoundException.class, // ERROR ContradictingFailures
                        IllegalStateException.class
                    },
                    replay = {NumberFormatException.class, java.io.IOException.class}))
    void kinds(String id) {}
}
