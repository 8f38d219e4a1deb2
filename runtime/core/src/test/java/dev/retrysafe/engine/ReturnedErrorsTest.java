package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.ResultClassifier;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.tool.ResultType;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract §7.7: an MCP result with {@code isError} is in doubt unless a classifier says otherwise. */
class ReturnedErrorsTest {

    private final TicketTool tool = new TicketTool("create_ticket", ResultType.of(CallToolResult.class), b -> b);

    private static @Nullable Object call(Desk desk, TicketTool tool, CallToolResult result) throws Exception {
        Callable<CallToolResult> body = () -> {
            desk.effects.incrementAndGet();
            return result;
        };
        return desk.call(tool, body, "approval-17", "high", "");
    }

    @Test
    void anErrorIsInDoubt() throws Exception {
        try (Desk desk = new Desk()) {
            CallToolResult error = new CallToolResult("upstream timed out", true);
            assertThat(call(desk, tool, error)).isSameAs(error);
            assertThatThrownBy(() -> call(desk, tool, error)).isInstanceOf(SideEffectInDoubtException.class);
            assertThat(desk.effects).hasValue(1);
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(booleans = false)
    void aResultThatIsNoErrorIsCommitted(@Nullable Boolean isError) throws Exception {
        try (Desk desk = new Desk()) {
            CallToolResult result = new CallToolResult("T-1", isError);
            call(desk, tool, result);
            assertThat(call(desk, tool, new CallToolResult("T-2", null))).isEqualTo(result);
            assertThat(desk.effects).hasValue(1);
        }
    }

    @Test
    void aClassifierMaySayOtherwise() throws Exception {
        try (Desk desk = new Desk(SideEffectEngine.builder()
                .waitAtMost(Duration.ZERO)
                .resultClassifier((name, result) -> ResultClassifier.Verdict.NO_EFFECT))) {
            CallToolResult error = new CallToolResult("no such project", true);
            call(desk, tool, error);
            call(desk, tool, error);
            assertThat(desk.effects).hasValue(2);
        }
    }
}
