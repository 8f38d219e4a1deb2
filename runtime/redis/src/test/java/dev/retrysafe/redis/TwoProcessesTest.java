package dev.retrysafe.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.engine.SideEffectEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Case 51: an owner that is really stopped past its lease, and what its commit is worth when it goes on. */
class TwoProcessesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Server server = Server.start();

    private final SideEffectEngine engine = OwnerProcess.engine(server.client());

    private final List<Owner> owners = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        owners.forEach(Owner::kill);
        engine.close();
        server.close();
    }

    private final class Owner {

        private final Process process;

        private final List<String> said = new CopyOnWriteArrayList<>();

        private Owner(String name) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            OwnerProcess.class.getName(),
                            String.valueOf(server.port()),
                            name)
                    .redirectErrorStream(true)
                    .start();
            owners.add(this);
            Thread listening = new Thread(this::listen, "what " + name + " says");
            listening.setDaemon(true);
            listening.start();
        }

        private void listen() {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(said::add);
            } catch (IOException e) {
                said.add("ended: " + e);
            }
        }

        void awaitSaying(String what) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(said).contains("owner: " + what));
        }

        void signal(String name) {
            RedisProcess.signal(process, name);
        }

        void leave() throws IOException {
            OutputStream orders = process.getOutputStream();
            orders.write("leave\n".getBytes(StandardCharsets.UTF_8));
            orders.flush();
        }

        void kill() {
            process.destroyForcibly();
        }
    }

    private Object askedAgain() throws Exception {
        return String.valueOf(OwnerProcess.call(engine, new OwnerProcess.Charge(false), () -> "a second effect"));
    }

    @Test
    void case_51_aLapsedOwnersCommitIsTakenIfNobodyWasLetIn() throws Exception {
        Owner paused = new Owner("first");
        paused.awaitSaying("entered");
        paused.signal("STOP");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThatThrownBy(this::askedAgain).isInstanceOf(SideEffectInDoubtException.class));
        paused.signal("CONT");
        paused.leave();
        paused.awaitSaying("returned first");
        assertThat(paused.said).contains("owner: incident late_commit");
        assertThat(askedAgain()).isEqualTo("first");
    }

    @Test
    void case_51_aLapsedOwnersCommitIsRefusedOnceAnotherWasLetIn() throws Exception {
        Owner paused = new Owner("first");
        paused.awaitSaying("entered");
        paused.signal("STOP");
        Owner successor = new Owner("second");
        successor.awaitSaying("entered");
        paused.signal("CONT");
        paused.leave();
        paused.awaitSaying("threw CommitRefused");
        assertThat(paused.said).contains("owner: incident commit_refused").doesNotContain("owner: returned first");
        successor.leave();
        successor.awaitSaying("returned second");
        assertThat(successor.said).doesNotContain("owner: incident second_effect");
        assertThat(askedAgain()).isEqualTo("second");
    }

    @Test
    void case_51_aLapsedOwnersCommitAfterAnothersGetsTheReceiptThatStands() throws Exception {
        Owner paused = new Owner("first");
        paused.awaitSaying("entered");
        paused.signal("STOP");
        Owner successor = new Owner("second");
        successor.awaitSaying("entered");
        successor.leave();
        successor.awaitSaying("returned second");
        paused.signal("CONT");
        paused.leave();
        paused.awaitSaying("returned second");
        // Two effects: that is what trusting an absence may cost, and it is said.
        assertThat(paused.said).contains("owner: incident second_effect");
        assertThat(askedAgain()).isEqualTo("second");
    }
}
