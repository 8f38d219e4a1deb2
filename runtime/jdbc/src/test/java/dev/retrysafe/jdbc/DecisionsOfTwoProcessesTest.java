package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution.Verdict;
import dev.retrysafe.test.CreateTicket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two persons at two processes, on one real database. */
class DecisionsOfTwoProcessesTest {

    private final Database database = Database.postgresql();

    private final JdbcEffectStore store = Database.store(database.pool());

    private final SideEffectEngine engine = TicketEngine.on(store);

    private final String approval = "approval-" + UUID.randomUUID();

    private final RecordId record =
            RecordId.of(new OperationId("default", "acme", "create_ticket", "acme:" + approval + ":create_ticket"));

    private final AtomicInteger effects = new AtomicInteger();

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void stop() {
        processes.forEach(Process::destroyForcibly);
        engine.close();
        store.close();
    }

    private void failInDoubt() {
        assertThatThrownBy(() -> CreateTicket.call(engine, approval, "high", () -> {
                    effects.incrementAndGet();
                    throw new IllegalStateException("read timed out");
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    private String create() throws Exception {
        return CreateTicket.call(engine, approval, "high", () -> "T-" + effects.incrementAndGet());
    }

    private RecordView shown() {
        return Objects.requireNonNull(engine.operations().show(record));
    }

    /** A process that is about to decide. */
    private record Person(Process process, BufferedReader says) {

        void decide() throws IOException {
            try (OutputStream in = process.getOutputStream()) {
                in.write('\n');
            }
        }

        String answer() throws IOException, InterruptedException {
            String answer = says.readLine();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return answer;
        }
    }

    private Person person(long fence, String decision, Verdict verdict) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        DecidingProcess.class.getName(),
                        "jdbc:postgresql://localhost:" + database.port() + "/postgres",
                        record.value(),
                        Long.toString(fence),
                        decision,
                        verdict.name())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        processes.add(process);
        BufferedReader says =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertThat(says.readLine()).isEqualTo("ready");
        return new Person(process, says);
    }

    @Test
    void aDecisionMadeTwiceIsOne() throws Exception {
        failInDoubt();
        Person one = person(1, "incident-7", Verdict.NOT_APPLIED);
        Person two = person(1, "incident-7", Verdict.NOT_APPLIED);
        one.decide();
        two.decide();
        assertThat(one.answer()).isEqualTo("answer resolved");
        assertThat(two.answer()).isEqualTo("answer resolved");
        assertThat(shown().state()).isEqualTo(RecordState.FREE);
        assertThat(shown().resolutions()).hasSize(1);
        assertThat(create()).isEqualTo("T-2");
        assertThat(create()).isEqualTo("T-2");
        assertThat(effects).hasValue(2);
    }

    @Test
    void ofTwoDecisionsOneStands() throws Exception {
        failInDoubt();
        Person one = person(1, "incident-7", Verdict.NOT_APPLIED);
        Person two = person(1, "incident-8", Verdict.COMMITTED);
        one.decide();
        two.decide();
        assertThat(List.of(one.answer(), two.answer())).containsExactlyInAnyOrder("answer resolved", "answer stale");
        assertThat(shown().resolutions()).hasSize(1);
    }

    @Test
    void aStaleDecisionSettlesNothing() throws Exception {
        failInDoubt();
        Person slow = person(1, "incident-8", Verdict.COMMITTED);
        Person quick = person(1, "incident-7", Verdict.NOT_APPLIED);
        quick.decide();
        assertThat(quick.answer()).isEqualTo("answer resolved");
        failInDoubt();
        slow.decide();
        assertThat(slow.answer()).isEqualTo("answer stale");
        assertThat(shown().state()).isEqualTo(RecordState.IN_DOUBT);
        assertThat(shown().fence()).isEqualTo(2);
        assertThat(shown().resolutions()).hasSize(1);
        assertThatThrownBy(this::create).isInstanceOf(SideEffectInDoubtException.class);
        assertThat(effects).hasValue(2);
    }
}
