package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.CallContext;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.tool.Lookup;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A scope that a tool's method left open harms neither its own result nor the next call on the thread. */
class LeftOpenScopeTest {

    private final Desk desk = new Desk();

    @AfterEach
    void close() {
        desk.close();
        assertThat(ToolScope.current()).isNull();
        assertThat(CallContext.current()).isNull();
    }

    private static void leavesToolScopeOpen() {
        RunningTool running = Objects.requireNonNull(ToolScope.current());
        ToolScope.Scope leaked = ToolScope.enter(running);
        assertThat(leaked).isNotNull();
    }

    private static void leavesContextOpen() {
        CallContext.Scope leaked =
                CallContext.builder().tenant("globex").build().open();
        assertThat(leaked).isNotNull();
    }

    private void assertReported() {
        assertThat(desk.incidents).singleElement().satisfies(incident -> {
            assertThat(incident.kind()).isEqualTo(Incident.Kind.SCOPE_LEFT_OPEN);
            assertThat(incident.tool()).isEqualTo("create_ticket");
        });
    }

    @Test
    void aResultIsHandedOutAllTheSame() throws Exception {
        Object ticket = desk.call(
                desk.createTicket,
                () -> {
                    leavesToolScopeOpen();
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                "");
        assertThat(ToolScope.current()).isNull();
        assertReported();
        assertThat(desk.create("approval-17", "high")).isEqualTo(ticket);
        assertThat(desk.create("approval-18", "high").id()).isEqualTo("T-2");
        assertReported();
    }

    @Test
    void aFailureIsThrownAllTheSame() {
        IOException failure = new IOException("timeout");
        assertThatThrownBy(() -> desk.call(
                        desk.createTicket,
                        () -> {
                            leavesToolScopeOpen();
                            throw failure;
                        },
                        "approval-17",
                        "high",
                        ""))
                .isSameAs(failure);
        assertReported();
    }

    @Test
    void aContextIsNotLeftToWhateverRunsNextOnTheThread() throws Exception {
        CallContext acme = CallContext.builder().tenant("acme").build();
        Object ticket = acme.call(() -> {
            Object created = call(() -> {
                leavesContextOpen();
                return desk.newTicket("high");
            });
            assertThat(Objects.requireNonNull(CallContext.current()).get("tenant"))
                    .isEqualTo("acme");
            return created;
        });
        assertThat(ticket).isInstanceOf(Ticket.class);
        assertReported();
    }

    private @Nullable Object call(Callable<?> body) {
        try {
            return desk.engine.call(Invocation.direct(desk.createTicket, body, "approval-17", "high", ""));
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    @Test
    void theFutureOfAToolIsHandedOutAllTheSame() throws Exception {
        TicketTool later =
                new TicketTool("create_ticket", ResultType.of(Ticket.class), ToolDefinition.Builder::completesLater);
        Callable<CompletableFuture<Ticket>> body = () -> {
            leavesToolScopeOpen();
            return CompletableFuture.completedFuture(desk.newTicket("high"));
        };
        CompletableFuture<?> answer =
                (CompletableFuture<?>) Objects.requireNonNull(desk.call(later, body, "approval-17", "high", ""));
        assertThat(answer.get(30, TimeUnit.SECONDS)).isInstanceOf(Ticket.class);
        assertReported();
    }

    @Test
    void whatANestedToolLeftOpenDoesNotReachTheOuterOne() throws Exception {
        TicketTool outer = new TicketTool("open_incident", ResultType.of(Ticket.class), b -> b);
        Object ticket = desk.call(
                outer,
                () -> {
                    Object unused = desk.call(
                            desk.createTicket,
                            () -> {
                                leavesToolScopeOpen();
                                return desk.newTicket("low");
                            },
                            "approval-17",
                            "low",
                            "");
                    assertThat(SideEffects.currentKey()).isEqualTo("acme:approval-17:open_incident");
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                "");
        assertThat(ticket).isInstanceOf(Ticket.class);
        assertReported();
    }

    @Test
    void whatALookupFoundCountsAllTheSame() {
        TicketTool lookedUp = new TicketTool("create_ticket", ResultType.of(Ticket.class), b -> b.reconcile("find")) {
            @Override
            public Lookup lookUp(@Nullable Object target, @Nullable Object[] arguments, DownstreamKey key) {
                leavesContextOpen();
                return Lookup.found(desk.newTicket("high"));
            }
        };
        assertThatThrownBy(() -> desk.call(
                        lookedUp,
                        () -> {
                            throw new IOException("timeout");
                        },
                        "approval-17",
                        "high",
                        ""))
                .isInstanceOf(IOException.class);
        assertThat(callAgain(lookedUp)).isInstanceOf(Ticket.class);
        assertReported();
    }

    private @Nullable Object callAgain(TicketTool tool) {
        try {
            return desk.call(tool, () -> desk.newTicket("high"), "approval-17", "high", "");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
