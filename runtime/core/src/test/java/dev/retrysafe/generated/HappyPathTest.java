package dev.retrysafe.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.generated.TicketTools.CreateTicket;
import dev.retrysafe.generated.TicketTools.Label;
import dev.retrysafe.generated.TicketTools.Severity;
import dev.retrysafe.generated.TicketTools.Ticket;
import dev.retrysafe.tool.GeneratedTools;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HappyPathTest {

    private static final CreateTicket REQUEST = new CreateTicket(
            "Outage",
            "hello",
            Severity.HIGH,
            List.of(new Label("b", 2), new Label("a", 1)),
            Map.of("y", 2, "x", 1),
            Optional.of("ada"));

    private final ToolMethod tool = Generated.tool(TicketTools.class, "create_ticket");

    @Test
    void generatedCodeIsOfTheRuntimesFormat() {
        assertThat(Generated.tools(TicketTools.class).format()).isEqualTo(GeneratedTools.FORMAT);
    }

    @Test
    void definitionSaysWhatTheAnnotationSays() {
        ToolDefinition definition = tool.definition();

        assertThat(definition.declaringType()).isEqualTo(TicketTools.class.getName());
        assertThat(definition.methodName()).isEqualTo("createTicket");
        assertThat(definition.ttl()).isEqualTo(Duration.ofDays(3));
        assertThat(definition.receiptSystem()).isEqualTo("linear");
        assertThat(definition.fingerprintPaths()).containsExactly("*", "!request.note");
        assertThat(definition.definitionHash()).matches("[0-9a-f]{32}");
        assertThat(tool.resultType().type()).isEqualTo(Ticket.class);
        assertThat(tool.parameterTypes()).containsExactly(String.class, CreateTicket.class);
    }

    @Test
    void keyIsTheRenderedTemplateAndTheToolsName() {
        assertThat(Generated.key(tool, "17", REQUEST)).isEqualTo("tenant_42:conversation_9:approval_17:create_ticket");
    }

    @Test
    void documentIsCanonicalAndLeavesOutWhatIsTakenOut() {
        assertThat(Generated.document(tool, "17", REQUEST))
                .isEqualTo("{\"effect\":{\"approvalId\":\"17\",\"request\":{\"assignee\":\"ada\","
                        + "\"counts\":{\"x\":1,\"y\":2},\"labels\":[{\"name\":\"b\",\"weight\":2},"
                        + "{\"name\":\"a\",\"weight\":1}],\"severity\":\"HIGH\",\"title\":\"Outage\"}},"
                        + "\"tool\":\"create_ticket\",\"v\":1}");
    }

    @Test
    void receiptIsReadFromTheResult() {
        assertThat(tool.remoteId(new Ticket("T-1", null))).isEqualTo("T-1");
        assertThat(tool.remoteUrl(new Ticket("T-1", null))).isNull();
    }
}
