package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.OperationId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiters of one key that all ask the store by themselves, beside callers of other tenants, on PostgreSQL. */
class HotKeyLoadTest {

    private static final int CONNECTIONS = 10;

    private static final int TENANTS = 8;

    private static final int CALLS = 25;

    private static final long SMALL_STACK = 1 << 17;

    private final Database database = Database.postgresql();

    private final AtomicInteger aborted = new AtomicInteger();

    private final HikariDataSource pool = database.pool(settings -> {
        settings.setMinimumIdle(CONNECTIONS);
        settings.setMaximumPoolSize(CONNECTIONS);
        settings.addDataSourceProperty("ApplicationName", "hot-key");
    });

    private final JdbcEffectStore store = Database.built(
            JdbcEffectStore.builder(Awkward.aborted(pool, aborted)).budget(Duration.ofSeconds(20)));

    private final ExecutorService tenants = Executors.newFixedThreadPool(TENANTS);

    /** How often the waiters were answered. */
    private final AtomicLong looks = new AtomicLong();

    @AfterEach
    void stop() {
        tenants.shutdownNow();
        store.close();
        pool.close();
    }

    /**
     * What one call of another tenant took.
     *
     * @param millis how long
     * @param passed how many waiters were answered before its claim was
     */
    private record Call(long millis, long passed) {}

    private Call call() {
        Claim owner = held(attempt(operation()), 1);
        long start = System.nanoTime();
        long before = looks.get();
        assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
        long passed = looks.get() - before;
        assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        return new Call(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), passed);
    }

    /** Calls of other tenants, until the waiters have been answered so often. */
    private List<Call> others(int answers) throws Exception {
        List<Callable<List<Call>>> work = new ArrayList<>();
        for (int tenant = 0; tenant < TENANTS; tenant++) {
            work.add(() -> {
                List<Call> calls = new ArrayList<>();
                for (int i = 0; i < CALLS || looks.get() < answers; i++) {
                    calls.add(call());
                }
                return calls;
            });
        }
        List<Call> all = new ArrayList<>();
        for (Future<List<Call>> calls : tenants.invokeAll(work)) {
            all.addAll(calls.get());
        }
        return all;
    }

    private Set<String> sessions() throws SQLException {
        Set<String> pids = new TreeSet<>();
        try (Connection connection = database.pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT pid FROM pg_stat_activity WHERE application_name = 'hot-key'")) {
            while (row.next()) {
                pids.add(row.getString(1));
            }
        }
        return pids;
    }

    /** The pool opens its connections one by one. */
    private Set<String> allSessions() {
        return await().until(this::sessions, pids -> pids.size() == CONNECTIONS);
    }

    private static long part(List<Long> sorted, double part) {
        return sorted.get((int) Math.ceil(sorted.size() * part) - 1);
    }

    private static List<Long> millis(List<Call> calls) {
        return calls.stream().map(Call::millis).sorted().toList();
    }

    /** Looks at once, and then about once a second, as waiters do that nobody tells anything. */
    private ClaimReply look(OperationId operation, CountDownLatch over) throws InterruptedException {
        ClaimReply reply = store.claim(attempt(operation));
        while (reply instanceof ClaimReply.InProgress) {
            looks.incrementAndGet();
            boolean unused = over.await(1, TimeUnit.SECONDS);
            reply = store.look(attempt(operation));
        }
        return reply;
    }

    @Test
    void case_91_withoutWaitersAllGoesWell() throws Exception {
        Set<String> before = allSessions();
        assertThat(others(0)).hasSize(TENANTS * CALLS);
        assertThat(sessions()).isEqualTo(before);
        assertThat(aborted).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 1000})
    void case_91_waitersOfOneKeyHarmNobody(int number) throws Exception {
        List<Long> alone = millis(others(0));
        Set<String> before = allSessions();
        Claim owner = held(attempt(operation()), 1);
        assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
        CountDownLatch over = new CountDownLatch(1);
        List<FutureTask<ClaimReply>> waiters = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            FutureTask<ClaimReply> waiter =
                    new FutureTask<>(() -> look(owner.request().operation(), over));
            waiters.add(waiter);
            new Thread(null, waiter, "waiter-" + i, SMALL_STACK).start();
        }
        List<Call> beside = others(3 * number);
        List<Long> passed = beside.stream().map(Call::passed).sorted().toList();
        assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        over.countDown();
        for (FutureTask<ClaimReply> waiter : waiters) {
            assertThat(waiter.get()).isInstanceOf(ClaimReply.Committed.class);
        }
        assertThat(sessions()).isEqualTo(before);
        assertThat(aborted).hasValue(0);
        // Not by the clock, which measures the machine.
        assertThat(part(passed, 0.99))
                .as(
                        "waiters answered before another's claim was; others' p99 %d ms, alone %d ms",
                        part(millis(beside), 0.99), part(alone, 0.99))
                .isLessThan(number / 2);
    }
}
