package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.CallContext;
import dev.retrysafe.RunningTool;
import dev.retrysafe.ToolScope;
import dev.retrysafe.tool.ToolMethod;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call that two skins see is one attempt, for as long as that attempt lasts. */
class SecondSkinTest {

    private final Desk desk = new Desk();

    private final Object[] arguments = {"approval-17", "high", ""};

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void aCallSeenByASecondSkinJoinsTheRunningAttempt() {
        Object ticket = call("the interceptor", () -> call("the weaver", () -> desk.newTicket("high")));
        assertThat(ticket).isInstanceOf(Ticket.class);
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.calls).hasSize(1);
    }

    @Test
    void oneOnAThreadThatTheToolWasCarriedToIsACallOfItsOwnOnceTheAttemptHasEnded() {
        AtomicReference<@Nullable RunningTool> carried = new AtomicReference<>();
        Object first = call("the interceptor", () -> {
            carried.set(ToolScope.current());
            return desk.newTicket("high");
        });
        Object later;
        try (ToolScope.Scope scope = ToolScope.enter(Objects.requireNonNull(carried.get()))) {
            later = call("the weaver", () -> desk.newTicket("high"));
        }
        assertThat(later).isEqualTo(first);
        assertThat(desk.effects).hasValue(1);
    }

    private @Nullable Object call(String skin, Callable<?> body) {
        try {
            return CallContext.builder().tenant("acme").build().call(() -> proceed(skin, body));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private @Nullable Object proceed(String skin, Callable<?> body) {
        try {
            return desk.engine.call(new Seen(skin, desk.createTicket, arguments, body));
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Seen(
            Object joinPoint, ToolMethod tool, @Nullable Object[] arguments, Callable<?> body) implements Invocation {

        @Override
        public Object target() {
            return tool;
        }

        @Override
        public @Nullable Object proceed() throws Exception {
            return body.call();
        }
    }
}
