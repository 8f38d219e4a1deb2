package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.ResultUnavailableException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.store.EffectStore;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The endpoint of a real web server, over real HTTP. */
class OperationsEndpointTest {

    private static final String EXPOSED = "--management.endpoints.web.exposure.include=sideeffects";

    private static final String UNRESTRICTED = "--management.endpoint.sideeffects.access=unrestricted";

    private final HttpClient client = HttpClient.newHttpClient();

    private @Nullable ConfigurableApplicationContext application;

    /** A desk whose remote side never answers. */
    static class SilentDesk {

        private int effects;

        private boolean answering;

        // Methods, since the proxy's own fields are not the bean's.
        public int effects() {
            return effects;
        }

        public void answerFromNowOn() {
            answering = true;
        }

        @SideEffect(
                key = "{ctx.tenant}:{approvalId}",
                fingerprint = "*",
                tool = "silent_ticket",
                receipt = @Receipt(system = "linear"))
        public String createTicket(String approvalId) {
            effects++;
            if (approvalId.startsWith("named")) {
                SideEffects.downstreamKey("charge");
            }
            if (!answering) {
                throw new IllegalStateException("read timed out");
            }
            return "ticket of " + approvalId;
        }
    }

    @Configuration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        SilentDesk desk() {
            return new SilentDesk();
        }
    }

    /** On another application's store. */
    @Configuration
    @EnableAutoConfiguration
    static class WithoutDesk {}

    private record Reply(int status, Map<?, ?> body) {}

    @AfterEach
    void stop() {
        if (application != null) {
            application.close();
        }
    }

    private void start(String... arguments) {
        SpringApplication starting = new SpringApplication(Application.class);
        starting.setWebApplicationType(WebApplicationType.SERVLET);
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--server.port=0");
        all.add("--retrysafe.store=in-memory");
        application = starting.run(all.toArray(String[]::new));
    }

    private SilentDesk desk() {
        return Objects.requireNonNull(application).getBean(SilentDesk.class);
    }

    private Reply send(HttpRequest.Builder request, String path) throws Exception {
        String port = Objects.requireNonNull(application).getEnvironment().getProperty("local.server.port");
        HttpResponse<String> answer = client.send(
                request.uri(URI.create("http://localhost:" + port + "/actuator/sideeffects" + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        String body = answer.body();
        return new Reply(
                answer.statusCode(),
                body.startsWith("{") ? JsonMapper.shared().readValue(body, Map.class) : Map.of("body", body));
    }

    private Reply get(String path) throws Exception {
        return send(HttpRequest.newBuilder().GET(), path);
    }

    private Reply post(String path, String json) throws Exception {
        return send(
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json)),
                path);
    }

    private static String decision(String id, String verdict, String more) {
        return "{\"decision_id\":\"" + id + "\",\"verdict\":\"" + verdict
                + "\",\"by\":\"ann\",\"why\":\"looked into Linear\"" + more + "}";
    }

    /** The id of the record of a call that came into doubt. */
    private String doubtful(String approval) throws Exception {
        assertThatThrownBy(() -> asTenant(() -> desk().createTicket(approval))).hasMessage("read timed out");
        for (Map<?, ?> record : records(get(""))) {
            if (String.valueOf(record.get("idempotency_key")).contains(approval)) {
                return String.valueOf(record.get("record_id"));
            }
        }
        throw new AssertionError("not listed: " + approval);
    }

    private static List<Map<?, ?>> records(Reply reply) {
        assertThat(reply.status()).isEqualTo(200);
        List<Map<?, ?>> records = new ArrayList<>();
        for (Object record : (List<?>) Objects.requireNonNull(reply.body().get("records"))) {
            records.add((Map<?, ?>) record);
        }
        return records;
    }

    @Test
    void nothingIsExposedByDefault() throws Exception {
        start();
        assertThat(get("").status()).isEqualTo(404);
        assertThat(post("", "{}").status()).isEqualTo(404);
    }

    @Test
    void exposureAloneGivesNoAccess() throws Exception {
        start("--management.endpoints.web.exposure.include=*");
        assertThat(get("").status()).isEqualTo(404);
    }

    @Test
    void accessAloneExposesNothing() throws Exception {
        start(UNRESTRICTED);
        assertThat(get("").status()).isEqualTo(404);
    }

    @Test
    void readOnlyForbidsDecisions() throws Exception {
        start(EXPOSED, "--management.endpoint.sideeffects.access=read-only");
        String record = doubtful("approval-17");
        assertThat(get("/" + record).status()).isEqualTo(200);
        String decision = decision("incident-7", "committed", ",\"fence\":1");
        assertThat(post("/" + record, decision).status()).isEqualTo(405);
        assertThat(post("", decision("incident-7", "committed", ",\"records\":\"" + record + "@1\""))
                        .status())
                .isEqualTo(405);
        assertThat(get("/" + record).body().get("state")).isEqualTo("in_doubt");
    }

    @Test
    void whatIsInDoubtIsShown() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        String id = doubtful("approval-17");
        Map<?, ?> record = get("/" + id).body();
        assertThat(record.get("record_id")).isEqualTo(id);
        assertThat(record.get("namespace")).isEqualTo("default");
        assertThat(record.get("tenant")).isEqualTo("acme");
        assertThat(record.get("tool")).isEqualTo("silent_ticket");
        assertThat(record.get("idempotency_key")).isEqualTo("acme:approval-17:silent_ticket");
        assertThat(record.get("downstream_key"))
                .isEqualTo(DownstreamKey.derive(
                                "default",
                                "silent_ticket",
                                "acme:approval-17:silent_ticket",
                                String.valueOf(record.get("effect_fingerprint")),
                                null)
                        .value());
        assertThat(record.get("state")).isEqualTo("in_doubt");
        assertThat(record.get("fence")).isEqualTo(1);
        assertThat(record.get("mutation")).isEqualTo("non_idempotent");
        assertThat(String.valueOf(record.get("failure"))).contains("read timed out");
        assertThat(String.valueOf(record.get("in_doubt_since"))).matches("\\d{4}-.*\\.\\d{3}Z");
        assertThat(record.containsKey("receipt")).isFalse();
        assertThat(record.containsKey("resolutions")).isFalse();
        assertThat(records(get(""))).containsExactly(record);
    }

    @Test
    void case_113_theKeysThatAnAttemptTookAreShown() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        Map<?, ?> record = get("/" + doubtful("named-17")).body();
        String charge = DownstreamKey.derive(
                        "default",
                        "silent_ticket",
                        "acme:named-17:silent_ticket",
                        String.valueOf(record.get("effect_fingerprint")),
                        "charge")
                .value();
        assertThat(record.get("downstream_keys")).isEqualTo(List.of(Map.of("name", "charge", "key", charge)));
        assertThat(record.get("failure"))
                .isEqualTo("keys taken: \"charge\"; java.lang.IllegalStateException: read timed out");
        Map<?, ?> other = get("/" + doubtful("approval-17")).body();
        assertThat(other.containsKey("downstream_keys")).isFalse();
    }

    @Test
    void aListIsFilteredAndPaged() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        for (int i = 0; i < 3; i++) {
            doubtful("approval-" + i);
        }
        assertThat(records(get("?tenant=acme&tool=silent_ticket&state=in_doubt")))
                .hasSize(3);
        assertThat(records(get("?state=pending"))).isEmpty();
        assertThat(records(get("?tenant=globex"))).isEmpty();
        Reply first = get("?limit=2");
        assertThat(records(first)).hasSize(2);
        Reply second = get("?limit=2&after=" + first.body().get("next"));
        assertThat(records(second)).hasSize(1);
        assertThat(second.body().containsKey("next")).isFalse();
    }

    @Test
    void aDecisionThatTheEffectHappenedIsReplayed() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        String record = doubtful("approval-17");
        String decision = decision("incident-7", "committed", ",\"fence\":1,\"remote_id\":\"T-9\"");
        for (int sent = 0; sent < 2; sent++) {
            Reply reply = post("/" + record, decision);
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body().get("answer")).isEqualTo("resolved");
        }
        ResultUnavailableException replayed = catchThrowableOfType(
                ResultUnavailableException.class, () -> asTenant(() -> desk().createTicket("approval-17")));
        assertThat(replayed.receipt().remoteId()).isEqualTo("T-9");
        assertThat(replayed.receipt().remoteSystem()).isEqualTo("linear");
        assertThat(desk().effects()).isEqualTo(1);
        Map<?, ?> shown = get("/" + record).body();
        assertThat(shown.get("state")).isEqualTo("committed");
        assertThat(String.valueOf(shown.get("resolutions")))
                .contains("decision_id=incident-7", "by=ann", "why=looked into Linear", "remote_id=T-9");
        assertThat(records(get(""))).isEmpty();
    }

    @Test
    void aDecisionThatNothingHappenedLetsARetryExecute() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        String record = doubtful("approval-17");
        Reply reply = post("/" + record, decision("incident-7", "not_applied", ",\"fence\":\"1\""));
        assertThat(reply.status()).isEqualTo(200);
        desk().answerFromNowOn();
        String ticket = asTenant(() -> desk().createTicket("approval-17"));
        assertThat(ticket).isEqualTo("ticket of approval-17");
        assertThat(desk().effects()).isEqualTo(2);
        assertThat(get("/" + record).body().get("fence")).isEqualTo(2);
    }

    @Test
    void aStaleDecisionIsAConflict() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        String record = doubtful("approval-17");
        Reply reply = post("/" + record, decision("incident-7", "committed", ",\"fence\":2"));
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.body().get("answer")).isEqualTo("stale");
        assertThat(String.valueOf(reply.body().get("record"))).contains("state=in_doubt");
        post("/" + record, decision("incident-7", "committed", ",\"fence\":1"));
        Reply reused = post("/" + record, decision("incident-7", "not_applied", ",\"fence\":1"));
        assertThat(reused.status()).isEqualTo(409);
        assertThat(reused.body().get("answer")).isEqualTo("id_reused");
    }

    @Test
    void anApplicationWithoutTheToolSettlesItToo() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        String record = doubtful("approval-17");
        try (ConfigurableApplicationContext withDesk = Objects.requireNonNull(application)) {
            SpringApplication other = new SpringApplication(WithoutDesk.class);
            other.addInitializers(context ->
                    context.getBeanFactory().registerSingleton("sharedStore", withDesk.getBean(EffectStore.class)));
            application = other.run(EXPOSED, UNRESTRICTED, "--server.port=0");
            Reply reply = post("/" + record, decision("incident-7", "committed", ",\"fence\":1,\"remote_id\":\"T-9\""));
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body().get("answer")).isEqualTo("resolved");
            ResultUnavailableException replayed = catchThrowableOfType(
                    ResultUnavailableException.class,
                    () -> asTenant(() -> withDesk.getBean(SilentDesk.class).createTicket("approval-17")));
            assertThat(replayed.receipt().remoteId()).isEqualTo("T-9");
        }
    }

    @Test
    void oneDecisionSettlesMany() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        String one = doubtful("approval-1");
        String two = doubtful("approval-2");
        Reply both = post("", decision("incident-7", "not_applied", ",\"records\":\"" + one + "@1, " + two + "@1\""));
        assertThat(both.status()).isEqualTo(200);
        String three = doubtful("approval-3");
        Reply mixed = post("", decision("incident-8", "not_applied", ",\"records\":\"" + one + "@1," + three + "@1\""));
        assertThat(mixed.status()).isEqualTo(207);
        List<String> answers = new ArrayList<>();
        for (Object answer : (List<?>) Objects.requireNonNull(mixed.body().get("answers"))) {
            answers.add(String.valueOf(((Map<?, ?>) answer).get("answer")));
        }
        assertThat(answers).containsExactly("stale", "resolved");
    }

    @Test
    void whatIsUnknownIsNotFound() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        String unknown = "/" + "0".repeat(64);
        assertThat(get(unknown).status()).isEqualTo(404);
        Reply reply = post(unknown, decision("incident-7", "committed", ",\"fence\":1"));
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.body().get("answer")).isEqualTo("unknown");
    }

    @Test
    void aBadRequestIsToldWhatToSend() throws Exception {
        start(EXPOSED, UNRESTRICTED);
        String record = "/" + doubtful("approval-17");
        assertBad(get("?limit=many"), "\"limit\" is a number");
        assertBad(get("?limit=0"), "1 to 1000");
        assertBad(get("?state=free"), "pending or in_doubt");
        assertBad(get("?after=x"), "\"next\"");
        assertBad(get("/x"), "64 lower-case hex digits");
        assertBad(get("/" + URLEncoder.encode("${jndi:x}\r\n", StandardCharsets.UTF_8)), "64 lower-case hex digits");
        assertBad(post(record, decision("a b", "committed", ",\"fence\":1")), "decision's id");
        assertBad(post(record, decision("d", "perhaps", ",\"fence\":1")), "committed or not_applied");
        assertBad(post(record, decision("d", "committed", ",\"fence\":-1")), "\"fence\" is a number");
        assertBad(post(record, decision("d", "committed", ",\"fence\":0")), "fence is 1 or more");
        assertBad(post(record, decision("d", "not_applied", ",\"fence\":1,\"remote_id\":\"T\"")), "not applied");
        assertBad(
                post(record, "{\"decision_id\":\"d\",\"verdict\":\"committed\",\"why\":\"x\",\"fence\":1}"),
                "who decided");
        assertBad(post("", decision("d", "committed", ",\"records\":\"x\"")), "<record_id>@<fence>");
        assertThat(post(record, "{}").status()).isEqualTo(400);
        assertThat(post(record, "[").status()).isEqualTo(400);
        assertThat(get(record).body().get("state")).isEqualTo("in_doubt");
    }

    private static void assertBad(Reply reply, String message) {
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body().get("answer")).isEqualTo("bad_request");
        assertThat(String.valueOf(reply.body().get("message"))).contains(message);
    }
}
