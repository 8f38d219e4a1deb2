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

    record Page<T>(List<T> items, Optional<Page<T>> next, Map<Kind, T> byKind, char[] text) {}

    static class Bean<T> {
        private T value;
        private transient Thread thread;
        static Thread other;

        protected Bean() {}
    }

    sealed interface Step<T> permits Done, Next {}

    record Done<T>(T value) implements Step<T> {}

    static non-sealed class Next implements Step<String> {
        private java.time.ZoneId zone;
    }

    record Custom(Object anything, java.net.URL url, Thread thread) {}

    @SideEffect(key = KEY, fingerprint = "*")
    abstract Map<Long, Page<Bean<Step<java.time.ZonedDateTime>>>> storable(String id);

    @SideEffect(key = KEY, fingerprint = "*", storeResult = false)
    abstract Custom notStored(String id);

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
