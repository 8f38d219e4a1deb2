package dev.retrysafe.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.generated.LookupTools.Ticket;
import dev.retrysafe.tool.Completion;
import dev.retrysafe.tool.Lookup;
import dev.retrysafe.tool.RecoveryPlan;
import dev.retrysafe.tool.ToolMethod;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The generated calls of lookups, and what a definition says of recovery. */
class LookupsTest {

    private static final DownstreamKey KEY = new DownstreamKey("the-key");

    private final LookupTools target = new LookupTools();

    private Lookup lookUp(String tool, @Nullable Object... arguments) throws Throwable {
        return Generated.tool(LookupTools.class, tool).lookUp(target, arguments, KEY);
    }

    @Test
    void aLookupIsGivenTheArgumentsByNameAndTheKey() throws Throwable {
        assertThat(lookUp("looked_up_all", "approval-1", 3, List.of("x")))
                .isEqualTo(Lookup.found(new Ticket("approval-1 3 [x] the-key")));
        assertThat(lookUp("looked_up_all", "absent", 3, List.of("x")).isFound()).isFalse();
    }

    @Test
    void theFoundValueIsWhatTheToolWouldHaveReturned() throws Throwable {
        assertThat(lookUp("looked_up_optional", "a").value()).isEqualTo(Optional.of(new Ticket("a")));
        assertThat(lookUp("looked_up_later", "a").value()).isEqualTo(new Ticket("a"));
        assertThat(lookUp("looked_up_in_mono", "a").value()).isEqualTo(new Ticket("a"));
        assertThat(lookUp("looked_up_number", "a").value()).isEqualTo(7);
        assertThat(lookUp("looked_up_nothing", "done")).isEqualTo(Lookup.found(null));
        assertThat(lookUp("looked_up_nothing", "other")).isEqualTo(Lookup.absent());
    }

    @Test
    void aMonoAndItsWitnessAreInTheDefinition() {
        ToolMethod tool = Generated.tool(LookupTools.class, "looked_up_in_mono");
        assertThat(tool.definition().completion()).isEqualTo(Completion.MONO);
        assertThat(tool.definition().witnessed()).isTrue();
        assertThat(tool.resultType().type()).isEqualTo(Ticket.class);
        assertThat(Generated.tool(LookupTools.class, "looked_up_later")
                        .definition()
                        .witnessed())
                .isFalse();
    }

    @Test
    void aLookupThrowsWhatItThrows() {
        assertThatThrownBy(() -> lookUp("looked_up_optional", "broken"))
                .isInstanceOf(IOException.class)
                .hasMessage("no answer");
    }

    @Test
    void aStaticLookupNeedsNoObject() throws Throwable {
        ToolMethod tool = Generated.tool(LookupTools.class, "looked_up_number");
        assertThat(tool.lookUp(null, new Object[] {"a"}, KEY).value()).isEqualTo(7);
    }

    @Test
    void aLookupOfAnInterfaceAsksTheImplementation() throws Throwable {
        ToolMethod tool = Generated.tool(LookupTools.Port.class, "looked_up_by_port");
        assertThat(tool.lookUp(new LookupTools.Adapter(), new Object[] {"a"}, KEY)
                        .value())
                .isEqualTo("adapter a");
    }

    @Test
    void theDefinitionSaysHowToRecover() {
        assertThat(recovery("looked_up_all"))
                .isEqualTo(new RecoveryPlan("findTicket", Duration.ofHours(1), null, false));
        assertThat(recovery("looked_up_number"))
                .isEqualTo(new RecoveryPlan("findNumber", null, Duration.ofSeconds(90), false));
        assertThat(recovery("looked_up_nothing")).isEqualTo(new RecoveryPlan("isDone", null, null, true));
        assertThat(recovery("looked_up_unsettled")).isEqualTo(RecoveryPlan.NONE);
    }

    @Test
    void aFinalFailureIsBuiltAgainByItsListedType() throws Throwable {
        ToolMethod tool = Generated.tool(LookupTools.class, "declining");
        assertThat(tool.definition().replay()).containsExactly(LookupTools.Declined.class, IOException.class);
        assertThat(tool.rebuild(LookupTools.Declined.class.getName(), "no"))
                .isExactlyInstanceOf(LookupTools.Declined.class)
                .hasMessage("no");
        assertThat(tool.rebuild("java.io.IOException", null)).isExactlyInstanceOf(IOException.class);
        assertThat(tool.rebuild("java.io.FileNotFoundException", "no")).isNull();
        assertThat(Generated.tool(LookupTools.class, "looked_up_all").rebuild("java.io.IOException", "no"))
                .isNull();
    }

    @Test
    void aToolWithoutALookupSaysSo() {
        assertThatThrownBy(() -> lookUp("looked_up_unsettled", "a"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("looked_up_unsettled");
    }

    private static RecoveryPlan recovery(String tool) {
        return Generated.tool(LookupTools.class, tool).definition().recovery();
    }
}
