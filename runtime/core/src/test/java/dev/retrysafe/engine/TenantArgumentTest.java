package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.CallContext;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.tool.ResultType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tenants that arguments name: approval ids are tenants here. */
class TenantArgumentTest {

    private static final TicketTool BY_ARGUMENT =
            new TicketTool("create_ticket", ResultType.of(Ticket.class), tool -> tool) {
                @Override
                public void key(KeyWriter k, @Nullable Object[] arguments) {
                    k.tenant().text("tenantId", (String) arguments[0]);
                }
            };

    private final Desk allowing = new Desk();

    private final Desk checking = new Desk(SideEffectEngine.builder().tenantArgument(TenantArgument.CHECKED));

    @AfterEach
    void close() {
        allowing.close();
        checking.close();
    }

    private static Ticket call(Desk desk, CallContext context, String tenant) throws Exception {
        return context.call(() -> {
            try {
                return (Ticket) Objects.requireNonNull(desk.engine.call(
                        Invocation.direct(BY_ARGUMENT, () -> desk.newTicket("high"), tenant, "high", "")));
            } catch (Exception e) {
                throw e;
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        });
    }

    private static final CallContext NONE = CallContext.builder().actor("ada").build();

    private static final CallContext ACME =
            CallContext.builder().actor("ada").tenant("acme").build();

    @Test
    void case_102_withoutABoundTenantNoArgumentNamesOne() {
        SideEffectRejectedException refused =
                catchThrowableOfType(SideEffectRejectedException.class, () -> call(checking, NONE, "globex"));
        assertThat(refused.toMap()).containsEntry("code", "MissingContext").containsEntry("next_action", "ask_a_human");
        assertThat(refused).hasMessageContainingAll("\"tenantId\"", "CallContext.builder().tenant(");
        assertThat(checking.store.commands).isEmpty();
    }

    @Test
    void case_102_theCallersOwnTenantPassesAndAnothersDoesNot() throws Exception {
        assertThat(call(checking, ACME, "acme").id()).isEqualTo("T-1");
        assertThat(catchThrowableOfType(SideEffectRejectedException.class, () -> call(checking, ACME, "globex"))
                        .code())
                .isEqualTo("TenantMismatch");
    }

    @Test
    void aTenantOfTheContextNeedsNoOther() throws Exception {
        assertThat(checking.create("approval-17", "high").id()).isEqualTo("T-1");
    }

    @Test
    void byDefaultAnArgumentMayNameOne() throws Exception {
        assertThat(call(allowing, NONE, "globex").id()).isEqualTo("T-1");
    }
}
