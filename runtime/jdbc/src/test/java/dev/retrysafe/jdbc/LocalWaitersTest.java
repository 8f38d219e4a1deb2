package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.engine.SideEffectEngine;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Retries of a {@code LOCAL_TRANSACTION} tool that is running: they wait without a connection. */
@ParameterizedClass
@MethodSource("databases")
class LocalWaitersTest {

    private static final int RETRIES = 12;

    private static final Duration LONG = Duration.ofMinutes(5);

    private final Database database;

    private final List<AutoCloseable> opened = new ArrayList<>();

    private final List<Thread> callers = new ArrayList<>();

    private final CountDownLatch entered = new CountDownLatch(1);

    private final CountDownLatch leave = new CountDownLatch(1);

    private final AtomicInteger runs = new AtomicInteger();

    private final String approval = "approval-" + System.nanoTime();

    LocalWaitersTest(Database database) {
        this.database = database;
        database.execute("CREATE TABLE IF NOT EXISTS entry (approval VARCHAR(80) NOT NULL, amount INT NOT NULL)");
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    /** One application: a pool of ten, a store and an engine. */
    private final class Application {

        private final HikariDataSource pool = database.pool(settings -> settings.setMaximumPoolSize(10));

        private final OwnTransactions transactions = new OwnTransactions(pool);

        private final SideEffectEngine engine;

        private Application() {
            JdbcEffectStore store =
                    Database.patient(pool).localTransactions(transactions).build();
            engine = BookEntry.engine(store, settings -> settings.waitAtMost(LONG));
            opened.addAll(List.of(engine, store, pool));
        }

        private CompletableFuture<String> book(Callable<String> body) {
            CompletableFuture<String> answer = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    answer.complete(BookEntry.call(engine, approval, 10, body));
                } catch (Throwable t) {
                    answer.completeExceptionally(t);
                }
            });
            callers.add(caller);
            caller.start();
            return answer;
        }

        private String insert() throws SQLException {
            runs.incrementAndGet();
            return BookEntry.insert(transactions.connection(), approval, 10);
        }

        private String held() throws Exception {
            String inserted = insert();
            entered.countDown();
            assertThat(leave.await(5, TimeUnit.MINUTES)).isTrue();
            return inserted;
        }

        private int connectionsInUse() {
            return pool.getHikariPoolMXBean().getActiveConnections();
        }
    }

    @AfterEach
    void stop() throws Exception {
        leave.countDown();
        for (Thread caller : callers) {
            caller.join(TimeUnit.MINUTES.toMillis(1));
        }
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    /** Those who wait for another caller of this process. */
    private long seated() {
        return callers.stream()
                .filter(caller -> Arrays.stream(caller.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals("dev.retrysafe.engine.Seat")))
                .count();
    }

    private static List<CompletableFuture<String>> retries(Application application) {
        return Stream.generate(() -> application.book(application::insert))
                .limit(RETRIES)
                .toList();
    }

    @Test
    void case_94_retriesWaitForTheOneThatRunsHereWithoutAConnection() throws Exception {
        Application application = new Application();
        CompletableFuture<String> first = application.book(application::held);
        entered.await();
        List<CompletableFuture<String>> retries = retries(application);
        await().until(() -> seated() == RETRIES);
        assertThat(application.connectionsInUse()).isEqualTo(1);
        leave.countDown();
        assertThat(first.get(1, TimeUnit.MINUTES)).isEqualTo("entries: 1");
        for (CompletableFuture<String> retry : retries) {
            assertThat(retry.get(1, TimeUnit.MINUTES)).isEqualTo("entries: 1");
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void case_94_oneRetryWaitsAtTheRowOfAnotherProcessAndTheOthersWaitForIt() throws Exception {
        Application elsewhere = new Application();
        Application application = new Application();
        CompletableFuture<String> first = elsewhere.book(elsewhere::held);
        entered.await();
        List<CompletableFuture<String>> retries = retries(application);
        await().until(() -> seated() == RETRIES - 1);
        assertThat(application.connectionsInUse()).isEqualTo(1);
        leave.countDown();
        assertThat(first.get(1, TimeUnit.MINUTES)).isEqualTo("entries: 1");
        for (CompletableFuture<String> retry : retries) {
            assertThat(retry.get(1, TimeUnit.MINUTES)).isEqualTo("entries: 1");
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void case_94_retriesOfOneThatRollsBackAreToldThatItIsInProgress() throws Exception {
        Application application = new Application();
        CompletableFuture<String> first = application.book(() -> {
            String unused = application.held();
            throw new IllegalStateException("no such account");
        });
        entered.await();
        List<CompletableFuture<String>> retries = retries(application);
        await().until(() -> seated() == RETRIES);
        leave.countDown();
        assertThatThrownBy(() -> first.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(IllegalStateException.class);
        for (CompletableFuture<String> retry : retries) {
            assertThatThrownBy(() -> retry.get(1, TimeUnit.MINUTES))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SideEffectInProgressException.class);
        }
        assertThat(runs).hasValue(1);
        assertThat(application.book(application::insert).get(1, TimeUnit.MINUTES))
                .isEqualTo("entries: 1");
    }
}
