package dev.retrysafe.samples.ticketdesk.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad calls: each is refused with a code, in words that say what, where and what next, and the ledger stays as it was. */
class RefusalsTest {

    private static final Map<String, String> ACME = Map.of("X-Tenant", "acme", "X-Conversation", "conv-1");

    private static final String GOOD = ticket("approval-1", "HIGH");

    private static Stage stage;

    private static Http desk;

    @BeforeAll
    static void start() throws Exception {
        stage = new Stage(Path.of("target", "refusals"));
        desk = Desk.ready(stage.startDesk("desk")).http();
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    record Refusal(String tool, Map<String, String> headers, String body, String code, String where, String next) {

        @Override
        public String toString() {
            return code + ", " + where;
        }
    }

    static List<Refusal> refusals() {
        return List.of(
                // What only the application knows, the model cannot repair.
                new Refusal("create_ticket", without("X-Tenant"), GOOD, "MissingContext", "ctx.tenant", "ask_a_human"),
                new Refusal(
                        "create_ticket",
                        without("X-Conversation"),
                        GOOD,
                        "MissingContext",
                        "ctx.conversation",
                        "ask_a_human"),
                new Refusal(
                        "create_ticket",
                        with("X-Issued-At", Instant.now().minus(73, ChronoUnit.HOURS)),
                        ticket("approval-2", "HIGH"),
                        "TooOld",
                        "issued at",
                        "ask_a_human"),
                new Refusal(
                        "create_ticket",
                        Map.of("X-Tenant", "acme", "X-Conversation", "conv-1", "X-Issued-At", "yesterday"),
                        GOOD,
                        "BadHeader",
                        "X-Issued-At",
                        "fix_arguments"),
                // What the model wrote.
                refusedForArguments(ticket("", "HIGH"), "BlankKeyPart", "approvalId"),
                refusedForArguments(ticket("\\u2003", "HIGH"), "BlankKeyPart", "approvalId"),
                refusedForArguments(ticket("a".repeat(500), "HIGH"), "KeyTooLong", "512"),
                refusedForArguments(ticket("\\ud800", "HIGH"), "LoneSurrogate", "approvalId"),
                refusedForArguments(
                        "{\"approvalId\":\"a-1\",\"request\":{\"title\":\"\\ud800\",\"severity\":\"HIGH\"}}",
                        "LoneSurrogate",
                        "request.title"),
                refusedForArguments(ticket("a-1", "URGENT"), "BadArguments", "request.severity"),
                refusedForArguments(
                        "{\"approvalId\":\"a-1\",\"request\":{\"title\":\"t\"}}",
                        "BadArguments",
                        "severity is missing"),
                refusedForArguments(
                        "{\"approvalId\":\"a-1\",\"request\":{\"title\":\"t\",\"severity\":\"HIGH\",\"urgency\":1}}",
                        "BadArguments",
                        "request.urgency"),
                refusedForArguments("{\"approvalId\":\"a-1\"}", "BadArguments", "request is missing"),
                refusedForArguments("{\"approvalId\":1,\"request\":{}}", "BadArguments", "approvalId is not a string"),
                refusedForArguments("{\"approvalId\":", "BadArguments", "not JSON"),
                refusedForArguments("", "BadArguments", "not a JSON object"),
                new Refusal("drop_tables", ACME, "{}", "UnknownTool", "drop_tables", "fix_arguments"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void saysWhatWhereAndWhatNextAndDoesNothing(Refusal bad) throws Exception {
        List<Effects.Effect> before = stage.effects().all();
        Http.Reply reply = desk.postText("/tools/" + bad.tool, bad.headers, bad.body);
        Answer answer = Answer.of(reply.body());
        assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
        assertThat(answer.decision()).isEqualTo("rejected");
        assertThat(answer.text("status")).isEqualTo("rejected");
        assertThat(answer.text("code")).as(reply.toString()).isEqualTo(bad.code);
        assertThat(answer.text("tool")).isEqualTo(bad.tool);
        assertThat(answer.text("message"))
                .startsWith("Nothing was done: " + bad.tool + " was refused, because ")
                .contains(bad.where);
        assertThat(answer.text("next_action")).isEqualTo(bad.next);
        assertThat(reply.body().path("retryable").asBoolean(true)).isFalse();
        assertThat(stage.effects().all()).isEqualTo(before);
    }

    /** The desk is not just refusing everything, and a refusal leaves nothing behind that would stop a good call. */
    @Test
    void aGoodCallIsExecuted() throws IOException, InterruptedException {
        assertThat(Answer.of(desk.postText("/tools/create_ticket", ACME, GOOD).body())
                        .decision())
                .isEqualTo("execute");
    }

    private static Refusal refusedForArguments(String body, String code, String where) {
        return new Refusal("create_ticket", ACME, body, code, where, "fix_arguments");
    }

    private static String ticket(String approval, String severity) {
        return "{\"approvalId\":\"" + approval + "\",\"request\":{\"title\":\"Checkout is down\",\"severity\":\""
                + severity + "\",\"note\":\"\"}}";
    }

    private static Map<String, String> without(String header) {
        Map<String, String> headers = new HashMap<>(ACME);
        headers.remove(header);
        return headers;
    }

    private static Map<String, String> with(String header, Object value) {
        Map<String, String> headers = new HashMap<>(ACME);
        headers.put(header, value.toString());
        return headers;
    }
}
