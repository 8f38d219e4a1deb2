package com.acme;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.util.*;
import java.util.concurrent.*;

abstract class Results {
    static final String KEY = "{ctx.tenant}:{id}";

    record Ticket(String id, java.net.URI url, Owner owner) {}

    record Owner(OptionalLong number, Kind kind, UUID key, char letter) {}

    enum Kind {
        A
    }

    sealed interface Answer permits Yes {}

    record Yes() implements Answer {}

    static class Declined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Declined(String message) {
            super(message);
        }
    }

    @SideEffect(key = KEY, fingerprint = "*", receipt = @Receipt(system = "desk", id = "id", url = "url"), ttl = "PT1H0.5S")
    abstract Ticket plain(String id);

    @SideEffect(key = KEY, fingerprint = "*", receipt = @Receipt(id = "owner.number", url = "owner.kind"))
    abstract CompletableFuture<Optional<Ticket>> later(String id);

    @SideEffect(key = KEY, fingerprint = "*", receipt = @Receipt(id = "owner.key", url = "owner.letter"), storeResult = false)
    abstract CompletionStage<Ticket> stage(String id);

    @SideEffect(key = KEY, fingerprint = "*")
    abstract int number(String id);

    @SideEffect(key = KEY, fingerprint = "*")
    abstract CompletableFuture<Void> laterNothing(String id);

    @SideEffect(key = KEY, fingerprint = "*")
    abstract Map<String, List<Ticket[]>> nested(String id);

    @SideEffect(key = KEY, fingerprint = "*")
    abstract byte[] bytes(String id);

    @SideEffect(key = KEY, fingerprint = "*")
    abstract Answer sealed(String id);

    @SideEffect(key = KEY, fingerprint = "*", mutation = Mutation.LOCAL_TRANSACTION, ttl = "90s")
    abstract OptionalInt local(String id);

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(reconcile = "find", trustAbsentAfter = "15m", resendWithin = "forever"),
            failures = @Failures(
                    noEffect = {IllegalArgumentException.class, TimeoutException.class},
                    replay = Declined.class,
                    witnessed = true))
    abstract Ticket recovered(String id);

    abstract Optional<Ticket> find(DownstreamKey key, String id);
}
