package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.retrysafe.NoEffect;
import dev.retrysafe.SideEffectInDoubtException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Exception objects that cannot carry a call's doubt, or carry another call's. */
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

    private static void assertDoubtInPlaceOf(Throwable failure, Throwable thrown, String approval) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        SideEffectInDoubtException.class,
                        doubt -> assertThat(doubt.key()).isEqualTo("acme:" + approval + ":create_ticket"))
                .hasCause(failure);
    }

    @Test
    void oneThatTakesNoSuppressedOnesIsTheCauseOfTheDoubt() {
        Constant constant = new Constant();
        assertDoubtInPlaceOf(constant, failing("approval-17", constant), "approval-17");
        assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
    }

    @Test
    void oneThatCarriesAnotherCallsDoubtIsTheCauseOfThisOnes() {
        IOException shared = new IOException("closed");
        assertThat(failing("approval-17", shared)).isSameAs(shared);
        assertDoubtInPlaceOf(shared, failing("approval-18", shared), "approval-18");
        assertThat(shared.getSuppressed()).singleElement().isInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void anotherCallsDoubtKeepsNoFailureFromProvingThatNothingHappened() {
        Refused refused = new Refused();
        SideEffectInDoubtException earlier = (SideEffectInDoubtException) failing("approval-17", new Constant());
        assertThat(Markers.hang(earlier, refused, Markers.now())).isTrue();
        desk.store.commands.clear();
        assertThat(failing("approval-18", refused)).isSameAs(refused);
        assertThat(desk.store.commands).containsExactly("claim", "release");
    }
}
