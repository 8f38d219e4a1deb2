package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.http.IdempotentHttpClient;
import dev.retrysafe.samples.chaos.plan.Operation;
import dev.retrysafe.samples.chaos.plan.Plan;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A process that makes its calls of the plan, from now on: what was planned for earlier is left to the others. */
public final class Worker {

    private static final int THREADS = 24;

    private static final int MOST_REPEATS = 40;

    /** A doubt that is not settled by then has nothing to settle it. */
    private static final int MOST_REPEATS_IN_DOUBT = 3;

    private static final long REPEAT_MILLIS = 250;

    private final Guard guard;

    private final WorkerLog log;

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
                    new Tools(new LedgerClient(http, given.ledgerPort(), true)), Connections.keys(given.store()));
        } else {
            Tools tools = new Tools(new LedgerClient(new IdempotentHttpClient(http), given.ledgerPort(), false));
            guard = new RetrysafeGuard(tools, Connections.store(given.store()), "worker-" + given.worker(), log);
        }
        new Worker(guard, log).work(given.plan(), given.worker(), given.startMillis());
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

    private void work(Plan plan, int number, long startMillis) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> ends = new ArrayList<>();
        for (Plan.Appointment appointment : plan.appointments(number)) {
            long wait = startMillis + appointment.atMillis() - System.currentTimeMillis();
            // After a pause, what it held up is done late; what was planned before this process began is not.
            if (wait < 0 && ends.isEmpty()) {
                continue;
            }
            TimeUnit.MILLISECONDS.sleep(Math.max(0, wait));
            Future<?> end = threads.submit(() -> keep(appointment));
            if (ends.isEmpty() || appointment.last()) {
                ends.add(end);
            }
        }
        threads.shutdown();
        for (Future<?> end : ends) {
            end.get();
        }
        if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("calls do not end");
        }
    }

    private void keep(Plan.Appointment appointment) {
        for (int repeat = 0; ; repeat++) {
            Answer answer = call(appointment.operation());
            int most = answer.word().equals(Answer.IN_DOUBT) ? MOST_REPEATS_IN_DOUBT : MOST_REPEATS;
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

    private Answer call(Operation operation) {
        String call = log.begins(operation);
        Answer answer = guard.call(operation);
        log.ends(call, operation, answer);
        return answer;
    }
}
