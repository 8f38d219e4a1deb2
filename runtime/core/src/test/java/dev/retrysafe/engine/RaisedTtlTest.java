package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.CallContext;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.InMemoryEffectStore;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinitionException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A ttl is raised while requests are about that were answered "too old" already. */
class RaisedTtlTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private static final Duration DAY = Duration.ofHours(24);

    private final Desk.MovableClock clock = new Desk.MovableClock();

    private final InMemoryEffectStore store = new InMemoryEffectStore(clock::wallTime);

    private final List<SideEffectEngine> engines = new ArrayList<>();

    private final List<String> effects = new ArrayList<>();

    @AfterEach
    void close() {
        engines.forEach(SideEffectEngine::close);
    }

    /** As after a deploy. */
    private SideEffectEngine engine(Duration ttl, Duration maxRequestAge) {
        SideEffectEngine engine = SideEffectEngine.builder()
                .store(store)
                .clock(clock)
                .ttl(ttl)
                .maxRequestAge(maxRequestAge)
                .build();
        engines.add(engine);
        return engine;
    }

    private Ticket call(SideEffectEngine engine, String approval, Instant issuedAt) throws Exception {
        return CallContext.builder().tenant("acme").issuedAt(issuedAt).build().call(() -> {
            try {
                return (Ticket) Objects.requireNonNull(engine.call(Invocation.direct(
                        new TicketTool(),
                        () -> {
                            effects.add(approval);
                            return new Ticket("T-" + effects.size(), "https://tickets.example", "high");
                        },
                        approval,
                        "high",
                        "")));
            } catch (Exception e) {
                throw e;
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        });
    }

    private void assertTooOld(SideEffectEngine engine, String approval, Instant issuedAt) {
        assertThat(catchThrowableOfType(SideEffectRejectedException.class, () -> call(engine, approval, issuedAt)))
                .extracting(SideEffectRejectedException::code)
                .isEqualTo("TooOld");
    }

    @Test
    void case_89_whatWasTooOldStaysSoWhenTheTtlAloneIsRaised() throws Exception {
        Instant issuedAt = clock.wallTime();
        SideEffectEngine before = engine(HOUR, HOUR);
        call(before, "approval-17", issuedAt);
        clock.forward(HOUR.plusMinutes(6));
        assertTooOld(before, "approval-17", issuedAt);
        assertTooOld(engine(DAY, HOUR), "approval-17", issuedAt);
        assertThat(effects).containsExactly("approval-17");
    }

    @Test
    void case_89_inTwoStepsNothingHappensAgain() throws Exception {
        Instant old = clock.wallTime();
        call(engine(HOUR, HOUR), "approval-17", old);
        clock.forward(HOUR.plusMinutes(6));

        SideEffectEngine first = engine(DAY, HOUR);
        Instant issuedAt = clock.wallTime();
        Ticket stored = call(first, "approval-18", issuedAt);
        for (Duration passed = Duration.ZERO; passed.compareTo(DAY) < 0; passed = passed.plus(HOUR)) {
            assertThat(call(first, "approval-18", issuedAt)).isEqualTo(stored);
            assertTooOld(first, "approval-17", old);
            clock.forward(HOUR);
        }
        clock.forward(ClaimRequest.TOLERATED_SKEW);

        SideEffectEngine second = engine(DAY, DAY);
        assertTooOld(second, "approval-17", old);
        Instant now = clock.wallTime();
        Ticket next = call(second, "approval-19", now);
        clock.forward(HOUR.multipliedBy(2));
        assertThat(call(second, "approval-19", now)).isEqualTo(next);
        assertThat(effects).containsExactly("approval-17", "approval-18", "approval-19");
    }

    @Test
    void aToolsOwnAgeBeatsTheEngines() throws Exception {
        SideEffectEngine engine = SideEffectEngine.builder()
                .store(store)
                .clock(clock)
                .maxRequestAge(HOUR)
                .tool("create_ticket", new ToolSettings(null, null, null, null, HOUR.multipliedBy(3)))
                .build();
        engines.add(engine);
        Instant issuedAt = clock.wallTime().minus(HOUR.multipliedBy(2));
        assertThat(call(engine, "approval-17", issuedAt).id()).isEqualTo("T-1");
        assertTooOld(engine, "approval-18", issuedAt.minus(HOUR));
    }

    /** A request could come when its receipt has expired. */
    @Test
    void anAgeBeyondTheTtlIsRefused() {
        assertThatThrownBy(() -> engine(HOUR, DAY))
                .isInstanceOf(ToolDefinitionException.class)
                .hasMessageContainingAll("TtlShorterThanAge", "the engine", "PT1H", "PT24H");
        SideEffectEngine engine = engine(DAY, DAY);
        TicketTool shorter = new TicketTool("create_ticket", ResultType.of(Ticket.class), tool -> tool.ttl(3600, 0));
        assertThatThrownBy(() -> engine.check(shorter))
                .isInstanceOf(ToolDefinitionException.class)
                .hasMessageContainingAll("TtlShorterThanAge", "create_ticket", "PT1H", "PT24H");
    }
}
