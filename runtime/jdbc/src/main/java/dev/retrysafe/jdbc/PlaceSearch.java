package dev.retrysafe.jdbc;

import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * Finds where the table is, by connections of several threads at a time: of the store's own, on which commands run, and of
 * the one that builds the store, on which a DataSource that routes by thread may know another database.
 */
final class PlaceSearch {

    /** How long a connection is kept for the others to have another one: a pool may have only this. */
    private static final Duration OTHERS = Duration.ofMillis(250);

    private final DataSource dataSource;
    private final String table;
    private final Duration budget;

    PlaceSearch(DataSource dataSource, String table, Duration budget) {
        this.dataSource = dataSource;
        this.table = table;
        this.budget = budget;
    }

    /**
     * The place on which all agree.
     *
     * @throws IllegalArgumentException when the database is none that we know
     * @throws EffectStoreException when it gives no answer, the table is missing, or two answers differ
     */
    Place on(CommandRunner runner, int threads) {
        CountDownLatch asked = new CountDownLatch(threads);
        List<Future<Place>> answers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            answers.add(runner.probe(() -> place(asked)));
        }
        long deadline = System.nanoTime() + budget.toNanos();
        Place first = answer(answers.get(0), deadline);
        for (Future<Place> other : answers.subList(1, threads)) {
            compare(first, "a thread of the store's", answer(other, deadline), "another one");
        }
        compare(first, "a thread of the store's", onThisThread(), "the thread that builds the store");
        return first;
    }

    private Place answer(Future<Place> asked, long deadline) {
        try {
            return Patience.await(asked, Duration.ofNanos(deadline - System.nanoTime()));
        } catch (TimeoutException e) {
            throw noConnection(e);
        } catch (ExecutionException e) {
            Throwable failure = e.getCause() == null ? e : e.getCause();
            if (failure instanceof IllegalArgumentException unknown) {
                throw unknown;
            }
            if (failure instanceof EffectStoreException refused) {
                throw refused;
            }
            throw noConnection(failure);
        }
    }

    private Place onThisThread() {
        try {
            return place(new CountDownLatch(0));
        } catch (SQLException | RuntimeException e) {
            if (e instanceof EffectStoreException refused) {
                throw refused;
            }
            throw noConnection(e);
        }
    }

    private Place place(CountDownLatch asked) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Dialect dialect = Dialect.of(connection.getMetaData());
            int networkTimeout = connection.getNetworkTimeout();
            boolean autoCommit = connection.getAutoCommit();
            connection.setNetworkTimeout(Runnable::run, (int) Math.max(1, budget.toMillis()));
            if (autoCommit) {
                // In a transaction: what reads outside of one may be led to a replica by what is in between.
                connection.setAutoCommit(false);
            }
            try {
                return dialect.place(connection, table);
            } catch (SQLException e) {
                Refusal refusal = Refusal.of(e, dialect);
                if (refusal.passing()) {
                    throw e;
                }
                throw refusal.refused(dialect, "check", e);
            } finally {
                if (autoCommit) {
                    // Else it is the pool's default, or a transaction of the caller's, which goes on.
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
                await(asked);
            }
        }
    }

    private static void await(CountDownLatch others) {
        others.countDown();
        try {
            boolean unused = others.await(OTHERS.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void compare(Place place, String where, Place other, String elsewhere) {
        if (!place.sameDatabase(other)) {
            throw refused("The DataSource leads to several databases: " + place.whichDatabase() + " on " + where + ", "
                    + other.whichDatabase() + " on " + elsewhere + ". An operation could be claimed in one and"
                    + " settled in another. To do: give the store the DataSource of one database, for the records of"
                    + " all tenants, and not one that routes by thread.");
        }
        if (!place.equals(other)) {
            throw refused("The DataSource's connections find the table " + table + " in several schemas: "
                    + place.schema()
                    + " and " + other.schema() + ". Records would lie in one or the other by chance. To do: say which,"
                    + " by table(\"" + place + "\") or table(\"" + other + "\"), with Spring Boot in"
                    + " retrysafe.jdbc.table; and let no connection go back to its pool with another schema set.");
        }
    }

    private static EffectStoreException refused(String why) {
        return new EffectStoreException(Reason.REFUSED, why, null);
    }

    private EffectStoreException noConnection(Throwable failure) {
        boolean routes = failure instanceof IllegalStateException;
        return new EffectStoreException(
                routes ? Reason.REFUSED : Reason.UNAVAILABLE,
                "No connection to the database came from the DataSource within " + budget.toMillis() + " ms ("
                        + DriverFailure.describe(failure) + "). To do: "
                        + (routes
                                ? "if it is one that routes by thread, give the store the DataSource of one database,"
                                        + " for the records of all tenants: commands run on threads of the store's own."
                                : "see whether the database is up, and whether the DataSource has its address and a"
                                        + " right user."),
                DriverFailure.of(failure));
    }
}
