package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.retrysafe.NoEffect;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.tool.ResultType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Exception objects belong to whoever throws them, perhaps many times: nothing is hung on them. */
class SharedExceptionTest {

    private final Desk desk = new Desk();

    @AfterEach
    void close() {
        desk.close();
    }

    private static final class Constant extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Constant() {
            super("pool exhausted", null, false, false);
        }
    }

    private static final class Refused extends IOException implements NoEffect {
        private static final long serialVersionUID = 1L;
    }

    private Throwable failing(String approval, Exception failure) {
        return catchThrowable(() -> desk.call(
                desk.createTicket,
                () -> {
                    throw failure;
                },
                approval,
                "high",
                ""));
    }

    @Test
    void case_98_anExceptionThatManyCallsThrowCarriesNothingFromOneToTheOther() {
        IOException shared = new IOException("closed");
        assertThat(failing("approval-17", shared)).isSameAs(shared);
        assertThat(failing("approval-18", shared)).isSameAs(shared);
        assertThat(shared).hasNoSuppressedExceptions().hasNoCause();
        assertThat(desk.store.commands).containsExactly("claim", "markInDoubt", "claim", "markInDoubt");
    }

    @Test
    void case_98_oneThatTakesNothingReachesItsCallerAsItIs() {
        Constant constant = new Constant();
        assertThat(failing("approval-17", constant)).isSameAs(constant);
        assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
    }

    @Test
    void case_98_aFinalFailureThatIsNotStoredReachesItsCallerAsItIs() {
        IOException declined = new IOException("declined");
        TicketTool charge =
                new TicketTool("charge", ResultType.of(Ticket.class), tool -> tool.replay(List.of(IOException.class)));
        try (Desk hasty =
                new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).commitBudget(Duration.ofMillis(1)))) {
            hasty.store.requestLost = "commit";
            assertThat(catchThrowable(() -> hasty.call(
                            charge,
                            () -> {
                                throw declined;
                            },
                            "approval-17",
                            "high",
                            "")))
                    .isSameAs(declined);
        }
        assertThat(declined).hasNoSuppressedExceptions().hasNoCause();
    }

    @Test
    void anotherCallsDoubtKeepsNoFailureFromProvingThatNothingHappened() {
        Refused refused = new Refused();
        assertThat(failing("approval-17", new IOException("closed"))).hasNoSuppressedExceptions();
        desk.store.commands.clear();
        assertThat(failing("approval-18", refused)).isSameAs(refused);
        assertThat(desk.store.commands).containsExactly("claim", "release");
    }

    /** The nested tool's failure is the very type that the outer one declares to prove that nothing happened. */
    @Test
    void case_98_aNestedDoubtIsNoProofForTheToolAroundIt() {
        assertInDoubtAround(new TicketTool(
                "open_incident", ResultType.of(Ticket.class), tool -> tool.noEffect(List.of(IOException.class))));
    }

    @Test
    void case_98_aNestedDoubtIsNoOutcomeOfTheToolAroundIt() {
        assertInDoubtAround(new TicketTool(
                "open_incident", ResultType.of(Ticket.class), tool -> tool.replay(List.of(IOException.class))));
    }

    private void assertInDoubtAround(TicketTool outer) {
        IOException failure = new IOException("read timed out");
        assertThat(catchThrowable(() -> desk.call(
                        outer,
                        () -> {
                            assertThat(failing("approval-17", failure)).isSameAs(failure);
                            throw new IOException("the incident was not opened");
                        },
                        "approval-17",
                        "high",
                        "")))
                .hasMessage("the incident was not opened")
                .hasNoSuppressedExceptions();
        assertThatThrownBy(() -> desk.call(outer, () -> desk.newTicket("high"), "approval-17", "high", ""))
                .isInstanceOf(SideEffectInDoubtException.class);
        assertThat(desk.effects).hasValue(0);
    }
}
