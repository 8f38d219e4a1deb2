package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.retrysafe.NoEffect;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failures with more behind them than is looked at, or than can be: they prove nothing. */
class CrowdedFailureTest {

    private final Desk desk = new Desk();

    @AfterEach
    void close() {
        desk.close();
    }

    private static class Declined extends IOException implements NoEffect {
        private static final long serialVersionUID = 1L;

        /** With that many behind it, and one more. */
        private static Declined before(int many, Throwable last) {
            Declined failure = new Declined();
            for (int i = 0; i < many; i++) {
                failure.addSuppressed(new IOException("closed, too"));
            }
            failure.addSuppressed(last);
            return failure;
        }
    }

    private static final class Unfathomable extends Declined {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    private static TicketTool tool(UnaryOperator<ToolDefinition.Builder> more) {
        return new TicketTool("create_ticket", ResultType.of(Ticket.class), more);
    }

    private Throwable fail(TicketTool tool, Exception failure) {
        return catchThrowable(() -> desk.call(
                tool,
                () -> {
                    throw failure;
                },
                "approval-17",
                "high",
                ""));
    }

    private void assertInDoubt(TicketTool tool, Exception failure) {
        Throwable thrown = fail(tool, failure);
        assertThat(thrown instanceof SideEffectInDoubtException ? thrown.getCause() : thrown)
                .isSameAs(failure);
        assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectInDoubtException.class);
    }

    private static SideEffectInDoubtException ofANestedTool() {
        return new SideEffectInDoubtException(
                new dev.retrysafe.SideEffectException.Facts("InDoubt", "nested", "other", null, null), null, null);
    }

    @Test
    void oneThatProvesNoEffectIsInDoubtWhereANestedDoubtMayBeBehindIt() {
        assertInDoubt(desk.createTicket, Declined.before(120, ofANestedTool()));
    }

    @Test
    void oneOfADeclaredTypeIsInDoubtToo() {
        assertInDoubt(
                tool(b -> b.noEffect(List.of(Declined.class))), Declined.before(120, new IOException("the last one")));
    }

    @Test
    void aFinalOneIsInDoubtWhereANestedDoubtMayBeBehindIt() {
        assertInDoubt(tool(b -> b.replay(List.of(Declined.class))), Declined.before(120, ofANestedTool()));
    }

    @Test
    void aWitnessedOneIsInDoubtWhereWorkMayGoOnBehindIt() {
        IOException failure = new IOException("several failed");
        for (int i = 0; i < 120; i++) {
            failure.addSuppressed(new IOException("closed, too"));
        }
        failure.addSuppressed(new InterruptedException());
        assertInDoubt(tool(ToolDefinition.Builder::witnessed), failure);
    }

    @Test
    void oneThatCannotBeAskedForItsCauseIsInDoubtAtOnce() {
        assertInDoubt(desk.createTicket, new Unfathomable());
    }

    @Test
    void oneThatCanBeLookedThroughProvesWhatItSays() {
        Declined failure = Declined.before(98, new IOException("the last one"));
        assertThat(fail(desk.createTicket, failure)).isSameAs(failure);
        assertThat(desk.store.commands).containsExactly("claim", "release");
    }

    @Test
    void aCircleOfCausesIsLookedThrough() {
        Declined failure = new Declined();
        IOException behind = new IOException(failure);
        failure.addSuppressed(behind);
        assertThat(fail(desk.createTicket, failure)).isSameAs(failure);
        assertThat(desk.store.commands).containsExactly("claim", "release");
    }
}
