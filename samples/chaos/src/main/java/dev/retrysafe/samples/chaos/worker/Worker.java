package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.http.IdempotentHttpClient;
import dev.retrysafe.samples.chaos.plan.Operation;
import dev.retrysafe.samples.chaos.plan.Plan;
import dev.retrysafe.samples.chaos.plan.Tool;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A process that makes its calls of the plan. */
public final class Worker {

    private static final int THREADS = 24;

    private static final int MOST_REPEATS = 60;

    /** A lookup that does not find it by then will not find it any more. */
    private static final int MOST_REPEATS_OF_LOOKUP = 3;

    private static final long REPEAT_MILLIS = 250;

    private static final long POLL_MILLIS = 50;

    private final Guard guard;

    private final WorkerLog log;

    /** Calls by the number of their operation. */
    private final Map<Integer, Integer> underWay = new ConcurrentHashMap<>();

    private Worker(Guard guard, WorkerLog log) {
        this.guard = guard;
        this.log = log;
    }

    /**
     * Runs to the plan's end, or until the standard input ends, which it does with whoever started this.
     *
     * @param arguments as {@link WorkerArguments} writes them
     * @throws Exception when the worker cannot start
     */
    public static void main(String[] arguments) throws Exception {
        WorkerArguments given = WorkerArguments.parse(arguments);
        endWithStandardInput();
        WorkerLog log = new WorkerLog(Path.of(given.log()));
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        Guard guard;
        if (given.naive()) {
            guard = new NaiveGuard(
                    new Tools(new LedgerClient(http, log, given.ledgerPort(), true)), Connections.keys(given.store()));
        } else {
            Tools tools = new Tools(new LedgerClient(new IdempotentHttpClient(http), log, given.ledgerPort(), false));
            guard = new RetrysafeGuard(tools, Connections.store(given.store()), "worker-" + given.worker(), log);
        }
        Worker worker = new Worker(guard, log);
        if (given.worker() == WorkerArguments.REHEARSAL) {
            worker.rehearse();
        } else {
            worker.work(given);
        }
        System.exit(0);
    }

    private static void endWithStandardInput() {
        Thread watch = new Thread(
                () -> {
                    try {
                        long unused = System.in.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // As good as its end.
                    }
                    Runtime.getRuntime().halt(3);
                },
                "end with the campaign");
        watch.setDaemon(true);
        watch.start();
    }

    private void rehearse() {
        log.ready();
        for (Tool tool : Tool.values()) {
            for (int i = 0; i < 2; i++) {
                Answer unused = call(new Operation(0, tool, "rehearsal", "approval-1", 1));
            }
        }
    }

    private void work(WorkerArguments given) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        Pulse.start(log);
        long now = System.currentTimeMillis();
        log.ready();
        List<Plan.Appointment> planned = given.plan().appointments(given.worker()).stream()
                // What was planned before this process began is left to the others.
                .filter(appointment -> given.startMillis() + appointment.atMillis() >= now)
                .toList();
        List<Future<?>> ends = new ArrayList<>(begin(threads, planned, given.startMillis()));
        ends.addAll(begin(threads, given.plan().sweeps(given.worker()), awaitSweeps(Path.of(given.sweepsFile()))));
        for (Future<?> end : ends) {
            end.get();
        }
        threads.shutdown();
    }

    /** After a pause, what it held up is done late. */
    private List<Future<?>> begin(ExecutorService threads, List<Plan.Appointment> planned, long startMillis)
            throws InterruptedException {
        List<Future<?>> ends = new ArrayList<>();
        for (Plan.Appointment appointment : planned) {
            TimeUnit.MILLISECONDS.sleep(Math.max(0, startMillis + appointment.atMillis() - System.currentTimeMillis()));
            ends.add(threads.submit(() -> keep(appointment)));
        }
        return ends;
    }

    private static long awaitSweeps(Path file) throws Exception {
        while (!Files.exists(file)) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return Long.parseLong(Files.readString(file));
    }

    private void keep(Plan.Appointment appointment) {
        for (int repeat = 0; ; repeat++) {
            Answer answer = call(appointment.operation());
            int most = answer.word().equals(Answer.IN_DOUBT) ? repeatsInDoubt(appointment.operation()) : MOST_REPEATS;
            if (!appointment.last() || answer.isSuccess() || repeat >= most) {
                return;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(REPEAT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static int repeatsInDoubt(Operation operation) {
        return switch (operation.tool()) {
            case POST_NOTE -> 0;
            case OPEN_TICKET -> MOST_REPEATS_OF_LOOKUP;
            case PAY_REFUND, BOOK_SEAT -> MOST_REPEATS;
        };
    }

    private Answer call(Operation operation) {
        String call = log.begins(operation);
        if (Plan.isHot(underWay.merge(operation.index(), 1, Integer::sum))) {
            log.event(WorkerLog.HOT_KEY, operation.key());
        }
        Answer answer = guard.call(operation);
        underWay.merge(operation.index(), -1, Integer::sum);
        log.ends(call, operation, answer);
        return answer;
    }
}
