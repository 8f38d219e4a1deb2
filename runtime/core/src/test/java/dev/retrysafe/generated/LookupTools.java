package dev.retrysafe.generated;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Tools with lookups of every shape. A lookup finds what was asked for. */
class LookupTools {

    static final String KEY = "{ctx.tenant}:{approvalId}";

    record Ticket(String id) {}

    interface Port<T> {

        @SideEffect(key = KEY, fingerprint = "*", tool = "looked_up_by_port", recovery = @Recovery(reconcile = "find"))
        String open(String approvalId);

        Optional<String> find(String approvalId);
    }

    static class Adapter implements Port<Integer> {
        @Override
        public String open(String approvalId) {
            return approvalId;
        }

        @Override
        public Optional<String> find(String approvalId) {
            return Optional.of("adapter " + approvalId);
        }
    }

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "looked_up_all",
            receipt = @Receipt(system = "linear", id = "id"),
            recovery = @Recovery(reconcile = "findTicket", trustAbsentAfter = "1h"))
    Ticket all(String approvalId, int times, List<String> labels) {
        return new Ticket(approvalId);
    }

    Optional<Ticket> findTicket(List<String> labels, DownstreamKey key, int times, String approvalId) {
        return approvalId.equals("absent")
                ? Optional.empty()
                : Optional.of(new Ticket(approvalId + " " + times + " " + labels + " " + key));
    }

    /** Not the lookup: it has a parameter that the tool has not. */
    Optional<Ticket> findTicket(String approvalId, long other) {
        throw new IllegalStateException("the wrong one");
    }

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "looked_up_optional",
            recovery = @Recovery(reconcile = "findOptional"))
    Optional<Ticket> optional(String approvalId) {
        return Optional.empty();
    }

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "looked_up_later",
            recovery = @Recovery(reconcile = "findOptional"))
    CompletableFuture<Ticket> later(String approvalId) {
        return new CompletableFuture<>();
    }

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "looked_up_in_mono",
            failures = @Failures(witnessed = true),
            recovery = @Recovery(reconcile = "findOptional"))
    Mono<Ticket> inMono(String approvalId) {
        return Mono.just(new Ticket(approvalId));
    }

    Optional<Ticket> findOptional(String approvalId) throws IOException {
        if (approvalId.equals("broken")) {
            throw new IOException("no answer");
        }
        return Optional.of(new Ticket(approvalId));
    }

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "looked_up_number",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(reconcile = "findNumber", resendWithin = "90s"))
    int number(@Nullable String approvalId) {
        return 1;
    }

    static Optional<Integer> findNumber() {
        return Optional.of(7);
    }

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "looked_up_nothing",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(reconcile = "isDone", resendWithin = "forever"))
    void nothing(String approvalId) {}

    boolean isDone(String approvalId) {
        return approvalId.equals("done");
    }

    static class Declined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Declined(String message) {
            super(message);
        }
    }

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "declining",
            failures = @Failures(replay = {Declined.class, IOException.class}))
    void declining(String approvalId) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "looked_up_unsettled")
    void unsettled(String approvalId) {}
}
