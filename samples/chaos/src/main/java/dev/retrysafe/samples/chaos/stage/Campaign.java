package dev.retrysafe.samples.chaos.stage;

import dev.retrysafe.samples.chaos.check.Call;
import dev.retrysafe.samples.chaos.check.Checker;
import dev.retrysafe.samples.chaos.check.Evidence;
import dev.retrysafe.samples.chaos.check.Logs;
import dev.retrysafe.samples.chaos.check.Verdict;
import dev.retrysafe.samples.chaos.check.Violation;
import dev.retrysafe.samples.chaos.ledger.Ledger;
import dev.retrysafe.samples.chaos.plan.Plan;
import dev.retrysafe.samples.chaos.plan.Schedule;
import dev.retrysafe.samples.chaos.process.Child;
import dev.retrysafe.samples.chaos.process.Stage;
import dev.retrysafe.samples.chaos.process.Until;
import dev.retrysafe.samples.chaos.store.PostgresStore;
import dev.retrysafe.samples.chaos.store.RedisCluster;
import dev.retrysafe.samples.chaos.store.RedisStore;
import dev.retrysafe.samples.chaos.store.StoreServer;
import dev.retrysafe.samples.chaos.worker.Worker;
import dev.retrysafe.samples.chaos.worker.WorkerArguments;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs a campaign. Ends with 0 when no operation was violated, 1 when one was (or, in a minute or more, when not
 * every rare road through the protocol was taken), 2 when the campaign itself could not be run.
 */
public final class Campaign {

    private static final long WORKERS_START_MILLIS = 2_500;

    private static final int FULL_SECONDS = 60;

    private static final int START_SECONDS = 60;

    private static final int MOST_LINES = 20;

    private static final List<String> ROADS = List.of("takeover", "refused_commit", "late_commit", "found", "hot_key");

    private final Arguments arguments;

    private final Stage stage;

    private Campaign(Arguments arguments, Stage stage) {
        this.arguments = arguments;
        this.stage = stage;
    }

    /**
     * Runs.
     *
     * @param arguments the directory for all files, then options
     */
    public static void main(String[] arguments) {
        int status = 2;
        try {
            Path directory = Path.of(arguments[0]);
            Arguments given = Arguments.parse(Stream.of(arguments).skip(1).toArray(String[]::new));
            status = new Campaign(given, Stage.emptied(directory)).run() ? 0 : 1;
        } catch (IllegalArgumentException e) {
            System.err.println("chaos: " + e.getMessage());
        } catch (IOException | InterruptedException e) {
            System.err.println(
                    "chaos: the campaign could not be run: " + e.getMessage() + ". Logs are in " + arguments[0]);
            e.printStackTrace();
        }
        System.exit(status);
    }

    private boolean run() throws IOException, InterruptedException {
        try (StoreServer store = startStore()) {
            rehearse(store);
            Path book = stage.path("ledger.log");
            Child ledger = startLedger("ledger", book);
            try {
                return run(store, book, awaitLedger("ledger"));
            } finally {
                ledger.kill();
            }
        }
    }

    /** One worker makes a few calls that no plan has, to a ledger of its own. */
    private void rehearse(StoreServer store) throws IOException, InterruptedException {
        Child ledger = startLedger("rehearsal-ledger", stage.path("rehearsal-ledger.log"));
        try {
            int port = awaitLedger("rehearsal-ledger");
            quieten(port);
            stage.rehearse(
                    Worker.class,
                    new WorkerArguments(
                                    WorkerArguments.REHEARSAL,
                                    arguments.plan(),
                                    System.currentTimeMillis(),
                                    store.address(),
                                    arguments.naive(),
                                    port,
                                    stage.path("rehearsal.log").toString(),
                                    "-")
                            .toArguments(),
                    START_SECONDS);
        } finally {
            ledger.kill();
        }
    }

    private Child startLedger(String name, Path book) throws IOException {
        return stage.java(
                name,
                Ledger.class,
                List.of(
                        book.toString(),
                        stage.path(name + ".port").toString(),
                        Long.toString(arguments.plan().seed())));
    }

    private int awaitLedger(String name) throws IOException {
        Path port = stage.path(name + ".port");
        Until.holds(name + " listens", START_SECONDS, () -> Files.exists(port));
        return Integer.parseInt(Files.readString(port));
    }

    private StoreServer startStore() throws IOException {
        return switch (arguments.store()) {
            case "redis" -> new RedisStore(stage);
            case "postgres" -> new PostgresStore(stage);
            default -> new RedisCluster(stage);
        };
    }

    private boolean run(StoreServer store, Path book, int ledgerPort) throws IOException, InterruptedException {
        Plan plan = arguments.plan();
        long startMillis = System.currentTimeMillis() + WORKERS_START_MILLIS;
        Crew crew = new Crew(stage, plan, startMillis, store.address(), arguments.naive(), ledgerPort);
        Path faults = stage.path("faults.log");
        FaultLog faultLog = new FaultLog(faults);
        Conductor conductor = new Conductor(crew, store, faultLog, startMillis, Schedule.of(plan, store.faults()));
        try (Probe probe = new Probe(store, faultLog)) {
            probe.start();
            crew.start();
            conductor.conduct();
            TimeUnit.MILLISECONDS.sleep(Math.max(0, startMillis + plan.seconds() * 1000L - System.currentTimeMillis()));
            quieten(ledgerPort);
            TimeUnit.MILLISECONDS.sleep(Plan.QUIET_MILLIS);
            crew.awaitReady();
            crew.sweep();
            crew.awaitEnd();
        } finally {
            crew.kill();
        }
        Logs logs = new Logs();
        for (Path log : crew.logs()) {
            if (Files.exists(log)) {
                logs.readWorker(log);
            }
        }
        logs.readLedger(book);
        logs.readFaults(faults);
        Verdict verdict = Checker.check(new Evidence(
                plan.operations(),
                logs.calls(),
                logs.effects(),
                arguments.naive() ? null : logs.trail(),
                arguments.naive() ? null : store.records()));
        return report(logs, verdict, conductor);
    }

    private static void quieten(int ledgerPort) throws IOException, InterruptedException {
        HttpResponse<Void> unused = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ledgerPort + "/" + Ledger.QUIET))
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
    }

    private boolean report(Logs logs, Verdict verdict, Conductor conductor) {
        List<String> lines = verdict.lines();
        lines.stream().limit(MOST_LINES).forEach(System.out::println);
        if (lines.size() > MOST_LINES) {
            System.out.println("… and " + (lines.size() - MOST_LINES) + " more");
        }
        System.out.println(logs.summary());
        System.out.println("violations: " + verdict.summary());
        boolean all = reachedAll(logs);
        long operations = logs.calls().stream().map(Call::operation).distinct().count();
        System.out.printf(
                "ops=%d kills=%d pauses=%d store_faults=%d executes=%d replays=%d in_doubt=%d duplicates=%d lost=%d"
                        + " phantom=%d mixed=%d%n",
                operations,
                conductor.kills(),
                conductor.pauses(),
                conductor.storeFaults(),
                logs.told("execute"),
                logs.told("replay"),
                logs.told("in_doubt"),
                verdict.count(Violation.DUPLICATE),
                verdict.count(Violation.LOST),
                verdict.count(Violation.PHANTOM),
                verdict.count(Violation.MIXED));
        return verdict.isClean() && all;
    }

    private boolean reachedAll(Logs logs) {
        StringBuilder reached = new StringBuilder("reached: in_doubt=").append(logs.told("in_doubt"));
        StringBuilder missing = new StringBuilder(logs.told("in_doubt") == 0 ? " in_doubt" : "");
        for (String road : ROADS) {
            int times = logs.reached(road);
            reached.append(' ').append(road).append('=').append(times);
            if (times == 0) {
                missing.append(' ').append(road);
            }
        }
        boolean wanted = !arguments.naive() && arguments.plan().seconds() >= FULL_SECONDS;
        if (wanted && missing.length() > 0) {
            System.out.println("NOT REACHED:" + missing);
        }
        System.out.println(reached);
        return !wanted || missing.isEmpty();
    }
}
