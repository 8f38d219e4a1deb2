package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.retrysafe.NoEffect;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.WriteReply;
import org.junit.jupiter.api.Test;

/** A release whose answer was lost is sent again, and may come after a later attempt has committed. */
class ReleaseSentAgainTest {

    private static final class Declined extends RuntimeException implements NoEffect {

        private static final long serialVersionUID = 1L;
    }

    private static Iterable<Incident.Kind> incidentsAfter(WriteReply answer) {
        try (Desk desk = new Desk(SideEffectEngine.builder())) {
            desk.store.releaseResent = answer;
            Throwable thrown = catchThrowable(() -> desk.call(
                    desk.createTicket,
                    () -> {
                        throw new Declined();
                    },
                    "approval-17",
                    "high",
                    ""));
            assertThat(thrown).isInstanceOf(Declined.class);
            assertThat(desk.store.commands).containsOnlyOnce("release");
            return desk.incidents.stream().map(Incident::kind).toList();
        }
    }

    @Test
    void afterALaterAttemptsReceiptItIsOver() {
        assertThat(incidentsAfter(new WriteReply.Refused(RecordState.COMMITTED, 2)))
                .isEmpty();
    }

    @Test
    void anyOtherRefusalIsTold() {
        assertThat(incidentsAfter(new WriteReply.Refused(RecordState.COMMITTED, 1)))
                .containsExactly(Incident.Kind.RELEASE_FAILED);
        assertThat(incidentsAfter(new WriteReply.Refused(RecordState.PENDING, 2)))
                .containsExactly(Incident.Kind.RELEASE_FAILED);
    }
}
