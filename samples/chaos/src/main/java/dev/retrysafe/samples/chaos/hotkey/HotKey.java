package dev.retrysafe.samples.chaos.hotkey;

import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.samples.chaos.process.Child;
import dev.retrysafe.samples.chaos.process.Stage;
import dev.retrysafe.samples.chaos.process.Until;
import dev.retrysafe.samples.chaos.store.PostgresStore;
import dev.retrysafe.samples.chaos.store.RedisStore;
import dev.retrysafe.samples.chaos.store.StoreServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures what a thousand retries of one operation, which another process is executing, cost the callers of other
 * tenants. Ends with 0 when nobody was harmed, 1 when somebody was, 2 when it could not be run.
 */
public final class HotKey {

    static final String HOT_TENANT = "hot";

    private static final int CALLERS = 1_000;

    /** A p99 below this is as good as this: on a small machine it is scheduling, and a ratio to it would be noise. */
    private static final double LEAST_BASE_MILLIS = 10;

    /** Of ours and of the client's; without the callers, who are the application's. */
    private static final int MOST_THREADS = 120;

    /** A claim, a look when the watch is in place, then one look a second. */
    private static final double MOST_COMMANDS_PER_SECOND = 3;

    private static final int SECONDS_TO_START = 60;

    private final Stage stage;

    private final String address;

    private final String store;

    private final int ownerSeconds;

    private final int rounds;

    private final double mostRatio;

    private HotKey(Stage stage, String address, String store, int ownerSeconds, int rounds, double mostRatio) {
        this.stage = stage;
        this.address = address;
        this.store = store;
        this.ownerSeconds = ownerSeconds;
        this.rounds = rounds;
        this.mostRatio = mostRatio;
    }

    /**
     * Runs.
     *
     * @param arguments the directory for all files, {@code redis} or {@code postgres}, for how many seconds the owner runs,
     *     the number of rounds, how many times its p99 alone the others' may be
     */
    public static void main(String[] arguments) {
        int status = 2;
        Path directory = Path.of(arguments[0]);
        try {
            Stage stage = Stage.emptied(directory);
            try (StoreServer server = arguments[1].equals("redis") ? new RedisStore(stage) : new PostgresStore(stage)) {
                boolean harmless = new HotKey(
                                stage,
                                server.address(),
                                arguments[1],
                                Integer.parseInt(arguments[2]),
                                Integer.parseInt(arguments[3]),
                                Double.parseDouble(arguments[4]))
                        .run();
                status = harmless ? 0 : 1;
            }
        } catch (IOException | InterruptedException e) {
            System.err.println("hot-key: could not be run: " + e.getMessage() + ". Logs are in " + directory);
            e.printStackTrace();
        }
        System.exit(status);
    }

    private boolean run() throws IOException, InterruptedException {
        boolean harmless = true;
        for (int resultBytes : new int[] {200, 200_000}) {
            HotTools tools = new HotTools(resultBytes, 0, () -> {});
            Duration waitAtMost = Duration.ofSeconds(ownerSeconds + 60L);
            try (Application application = new Application(address, tools, waitAtMost);
                    Others others = new Others(application, store + resultBytes)) {
                harmless &= measured(application, others, resultBytes);
            }
        }
        return harmless;
    }

    private boolean measured(Application application, Others others, int resultBytes)
            throws IOException, InterruptedException {
        List<Double> alone = new ArrayList<>();
        List<Double> beside = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        Answers answers = new Answers();
        long threads = 0;
        double commands = 0;
        TimeUnit.SECONDS.sleep(ownerSeconds);
        for (int round = 0; round < rounds; round++) {
            Others.Latencies quiet = others.measure();
            TimeUnit.SECONDS.sleep(ownerSeconds);
            Others.Latencies unused = others.measure();
            System.out.println("alone:  " + quiet);
            Crowd crowd = new Crowd(application, "hot-" + store + "-" + resultBytes + "-" + round, answers);
            Child owner = startOwner(crowd.decision, resultBytes);
            Others.Latencies busy = others.measure();
            long before = application.asked();
            crowd.come();
            TimeUnit.SECONDS.sleep(ownerSeconds - 1);
            threads = Math.max(threads, crowd.threadsOfOthers());
            commands = Math.max(commands, (application.asked() - before) / (double) (ownerSeconds - 1));
            crowd.gone();
            unused = others.measure();
            System.out.println("beside: " + busy);
            owner.awaitEnd(SECONDS_TO_START);
            alone.add(quiet.percentile(0.99));
            beside.add(busy.percentile(0.99));
            ratios.add(busy.percentile(0.99) / Math.max(LEAST_BASE_MILLIS, quiet.percentile(0.99)));
        }
        double ratio = median(ratios);
        System.out.printf(
                Locale.ROOT,
                "store=%s callers=%d others=%d result=%d p99_alone_ms=%.1f p99_ms=%.1f ratio=%.2f replayed=%d in_progress=%d"
                        + " unavailable=%d failed=%d broken=%d threads=%d commands_per_s=%.1f%n",
                store,
                CALLERS,
                Others.CALLERS,
                resultBytes,
                median(alone),
                median(beside),
                ratio,
                answers.replayed.get(),
                answers.inProgress.get(),
                answers.unavailable.get(),
                answers.failed.get() + others.failed(),
                application.broken(),
                threads,
                commands);
        return ratio <= mostRatio
                && answers.unavailable.get() == 0
                && answers.failed.get() + others.failed() == 0
                && application.broken() == 0
                && threads <= MOST_THREADS
                && commands <= MOST_COMMANDS_PER_SECOND;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private Child startOwner(String decision, int resultBytes) throws IOException {
        Path begun = stage.path(decision + ".begun").toAbsolutePath();
        Child owner = stage.java(
                decision,
                Owner.class,
                List.of(
                        address,
                        decision,
                        Long.toString(ownerSeconds * 1_000L),
                        Integer.toString(resultBytes),
                        begun.toString()));
        Until.holds("the owner has begun", SECONDS_TO_START, () -> Files.exists(begun));
        return owner;
    }

    /** What the retries were answered. */
    private static final class Answers {

        private final AtomicLong replayed = new AtomicLong();

        private final AtomicLong inProgress = new AtomicLong();

        private final AtomicLong unavailable = new AtomicLong();

        private final AtomicLong failed = new AtomicLong();
    }

    /** The retries, each on a thread of the application's, as a web server has them. */
    private static final class Crowd {

        private final Application application;

        private final String decision;

        private final Answers answers;

        private final List<Thread> threads = new ArrayList<>();

        private Crowd(Application application, String decision, Answers answers) {
            this.application = application;
            this.decision = decision;
            this.answers = answers;
        }

        /** Within a second: to start their threads is not for the library to pay. */
        private void come() throws InterruptedException {
            for (int i = 0; i < CALLERS; i++) {
                TimeUnit.MILLISECONDS.sleep(1);
                Thread thread = new Thread(this::call, "retry-" + i);
                thread.setDaemon(true);
                thread.start();
                threads.add(thread);
            }
        }

        private void call() {
            try {
                Object unused = application.call("slow", HOT_TENANT, decision);
                answers.replayed.incrementAndGet();
            } catch (SideEffectInProgressException e) {
                answers.inProgress.incrementAndGet();
            } catch (SideEffectStoreException e) {
                answers.unavailable.incrementAndGet();
            } catch (Throwable t) {
                answers.failed.incrementAndGet();
                System.err.println("hot-key: a retry failed: " + t);
            }
        }

        private long threadsOfOthers() {
            return Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("retrysafe")
                            || thread.getName().startsWith("redisson"))
                    .count();
        }

        private void gone() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(SECONDS_TO_START));
            }
        }
    }
}
