package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.observe.Incident;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An owner's two clocks need not agree: a monotonic one may stop while a machine sleeps, a wall clock may be set. Whichever
 * says first that a lease has passed is believed; how long a method ran is a duration, and the monotonic clock's to say.
 */
class TwoClocksTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final Duration RUN_AT_MOST = Duration.ofMinutes(15);

    /** Renewed ten times a second. */
    private final Desk renewing = new Desk(SideEffectEngine.builder()
            .waitAtMost(Duration.ZERO)
            .lease(Duration.ofMillis(300))
            .runAtMost(RUN_AT_MOST));

    /** Not renewed while a test runs. */
    private final Desk desk =
            new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).lease(LEASE));

    @AfterEach
    void close() {
        renewing.close();
        desk.close();
    }

    enum Moved {
        MONOTONIC,
        WALL;

        void forward(Desk on, Duration by) {
            switch (this) {
                case MONOTONIC -> on.clock.elapseUnseen(by);
                case WALL -> on.clock.setForward(by);
            }
        }
    }

    private void assertStillRenewed() {
        int before = renewals();
        // One may have been under way already, and the last that is counted may not have been answered yet: of three,
        // one
        // was both asked for and granted meanwhile.
        await().until(() -> renewals() >= before + 3);
    }

    private int renewals() {
        return Collections.frequency(renewing.store.commands, "renew");
    }

    @Test
    void aWallClockThatIsSetForwardEndsNoRenewal() throws Exception {
        Object ticket = renewing.call(
                renewing.createTicket,
                () -> {
                    renewing.clock.setForward(RUN_AT_MOST.multipliedBy(2));
                    assertStillRenewed();
                    SideEffects.sending();
                    return renewing.newTicket("high");
                },
                "approval-17",
                "high",
                "");
        assertThat(ticket).isNotNull();
        assertThat(renewing.incidents).isEmpty();
    }

    @Test
    void aMethodThatRunsLongerThanItMayIsRenewedNoMoreThoughTheWallClockStandsStill() throws Exception {
        Object ticket = renewing.call(
                renewing.createTicket,
                () -> {
                    renewing.clock.elapseUnseen(RUN_AT_MOST.minusSeconds(1));
                    assertStillRenewed();
                    renewing.clock.elapseUnseen(Duration.ofSeconds(1));
                    await().until(() -> !renewing.incidents.isEmpty());
                    return renewing.newTicket("high");
                },
                "approval-17",
                "high",
                "");
        assertThat(ticket).isNotNull();
        assertThat(renewing.incidents).singleElement().satisfies(incident -> {
            assertThat(incident.kind()).isEqualTo(Incident.Kind.RENEWAL_FAILED);
            assertThat(incident.detail()).contains("run-at-most");
        });
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsSentOnceEitherClockSaysThatTheLeaseHasPassed(Moved clock) throws Exception {
        Object ticket = desk.call(
                desk.createTicket,
                () -> {
                    clock.forward(desk, LEASE.minusMillis(1));
                    SideEffects.sending();
                    clock.forward(desk, Duration.ofMillis(1));
                    assertThatThrownBy(SideEffects::sending)
                            .isInstanceOf(SendDeadlineException.class)
                            .hasMessageContaining("lease");
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                "");
        assertThat(ticket).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    void noMethodIsEnteredOnceEitherClockSaysThatTheLeaseHasPassed(Moved clock) {
        desk.store.afterClaim = () -> clock.forward(desk, LEASE);
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(
                        SideEffectStoreException.class,
                        e -> assertThat(e.code()).isEqualTo("ClaimTooLate"));
        assertThat(desk.effects).hasValue(0);
    }
}
