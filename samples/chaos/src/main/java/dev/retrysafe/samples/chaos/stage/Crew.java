package dev.retrysafe.samples.chaos.stage;

import dev.retrysafe.samples.chaos.plan.Plan;
import dev.retrysafe.samples.chaos.process.Child;
import dev.retrysafe.samples.chaos.process.Stage;
import dev.retrysafe.samples.chaos.process.Until;
import dev.retrysafe.samples.chaos.worker.Worker;
import dev.retrysafe.samples.chaos.worker.WorkerArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The workers, each started again after it was killed. */
final class Crew {

    private static final int READY_SECONDS = 60;

    private static final int END_SECONDS = 120;

    private final Stage stage;

    private final Plan plan;

    private final long startMillis;

    private final String store;

    private final boolean naive;

    private final int ledgerPort;

    private final List<Child> workers = new ArrayList<>();

    private final List<Path> logs = new ArrayList<>();

    Crew(Stage stage, Plan plan, long startMillis, String store, boolean naive, int ledgerPort) {
        this.stage = stage;
        this.plan = plan;
        this.startMillis = startMillis;
        this.store = store;
        this.naive = naive;
        this.ledgerPort = ledgerPort;
    }

    void start() throws IOException {
        for (int i = 0; i < plan.workers(); i++) {
            workers.add(start(i));
        }
    }

    private synchronized Child start(int number) throws IOException {
        Path log = stage.path("worker-" + number + "-" + logs.size() + ".log");
        logs.add(log);
        return stage.java(
                "worker-" + number,
                Worker.class,
                new WorkerArguments(
                                number,
                                plan,
                                startMillis,
                                store,
                                naive,
                                ledgerPort,
                                log.toString(),
                                sweepsFile().toString())
                        .toArguments());
    }

    Child worker(int number) throws IOException {
        Child worker = workers.get(number);
        if (!worker.isAlive()) {
            throw new IOException(
                    "worker " + number + " ended by itself: see " + stage.path("worker-" + number + ".out"));
        }
        return worker;
    }

    /**
     * Names the process that is this worker now.
     *
     * @return the name of its log, as in the calls that it makes
     */
    String run(int number) {
        return String.valueOf(lastLog(number).getFileName());
    }

    void replace(int number) throws IOException {
        worker(number).kill();
        workers.set(number, start(number));
    }

    /** The last ones may just have been started. */
    void awaitReady() throws IOException {
        for (int i = 0; i < workers.size(); i++) {
            int number = i;
            Until.holds("worker " + number + " is ready", READY_SECONDS, () -> {
                Path log = lastLog(number);
                return worker(number).isAlive() && Files.exists(log) && Files.size(log) > 0;
            });
        }
    }

    private Path lastLog(int number) {
        return logs().stream()
                .filter(log -> log.getFileName().toString().startsWith("worker-" + number + "-"))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    /** Has every operation called again, now that nothing goes wrong any more. */
    void sweep() throws IOException {
        Path unfinished = stage.path("sweeps.tmp");
        Files.writeString(unfinished, Long.toString(System.currentTimeMillis()));
        Files.move(unfinished, sweepsFile(), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path sweepsFile() {
        return stage.path("sweeps");
    }

    void awaitEnd() throws IOException {
        for (Child worker : workers) {
            worker.awaitEnd(END_SECONDS + plan.size() / 100);
        }
    }

    synchronized List<Path> logs() {
        return List.copyOf(logs);
    }

    void kill() throws IOException {
        for (Child worker : workers) {
            worker.kill();
        }
    }
}
