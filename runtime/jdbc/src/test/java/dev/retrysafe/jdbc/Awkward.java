package dev.retrysafe.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A DataSource in front of a real one, which misbehaves in one way. */
final class Awkward {

    private Awkward() {}

    /** Loses the answer to a commit, once each time that it is asked to: the database has committed, nobody is told. */
    static DataSource losesAnAnswer(DataSource real, AtomicBoolean lose) {
        return proxy(real, () -> lose.getAndSet(false));
    }

    /** Loses the answer to every commit from when it is asked to. */
    static DataSource losesAnswers(DataSource real, AtomicBoolean lose) {
        return proxy(real, lose::get);
    }

    /** Loses a commit on its way, once each time that it is asked to: the database rolls back, nobody is told. */
    static DataSource losesACommit(DataSource real, AtomicBoolean lose) {
        return of(DataSource.class, (method, arguments) -> {
            Object answer = call(method, real, arguments);
            return answer instanceof Connection connection
                    ? of(Connection.class, (inner, values) -> {
                        if (inner.getName().equals("commit") && lose.getAndSet(false)) {
                            connection.unwrap(Connection.class).abort(Runnable::run);
                            throw new SQLNonTransientConnectionException("connection reset", "08006");
                        }
                        return call(inner, connection, values);
                    })
                    : answer;
        });
    }

    /** Commits, and throws something else than an answer, once each time that it is asked to. */
    static DataSource saysOfACommit(DataSource real, Throwable said, AtomicBoolean say) {
        return of(DataSource.class, (method, arguments) -> {
            Object answer = call(method, real, arguments);
            return answer instanceof Connection connection
                    ? of(Connection.class, (inner, values) -> {
                        Object done = call(inner, connection, values);
                        if (inner.getName().equals("commit") && say.getAndSet(false)) {
                            throw said;
                        }
                        return done;
                    })
                    : answer;
        });
    }

    /** Gives connections that prepare no statement as long as they are broken, and fail in a way that is no SQLException. */
    static DataSource breaks(DataSource real, AtomicBoolean broken) {
        return of(DataSource.class, (method, arguments) -> {
            Object answer = call(method, real, arguments);
            return answer instanceof Connection connection
                    ? of(Connection.class, (inner, values) -> {
                        if (inner.getName().equals("prepareStatement") && broken.get()) {
                            throw new IllegalStateException("the driver is confused");
                        }
                        return call(inner, connection, values);
                    })
                    : answer;
        });
    }

    /**
     * Gives this thread, and no other, the connection of its running transaction, as transaction managers do: it is not
     * closed by who is given it.
     */
    static DataSource boundToThisThread(DataSource real, Connection transactions) {
        Thread caller = Thread.currentThread();
        Connection running = of(
                Connection.class,
                (inner, values) -> inner.getName().equals("close") ? null : call(inner, transactions, values));
        return of(
                DataSource.class,
                (method, arguments) -> method.getName().equals("getConnection") && Thread.currentThread() == caller
                        ? running
                        : call(method, real, arguments));
    }

    /** Leads wherever the route does at the moment, as those of applications with a database per tenant do. */
    static DataSource routed(Supplier<DataSource> route) {
        return of(DataSource.class, (method, arguments) -> call(method, route.get(), arguments));
    }

    /** Gives connections on which somebody has left a setting. */
    static DataSource left(DataSource real, Supplier<String> setting) {
        return of(DataSource.class, (method, arguments) -> {
            Object answer = call(method, real, arguments);
            if (answer instanceof Connection connection) {
                Dialect.run(connection, setting.get());
            }
            return answer;
        });
    }

    /** Gives a connection only once the gate can be passed. */
    static DataSource slow(DataSource real, Semaphore gate) {
        return of(DataSource.class, (method, arguments) -> {
            gate.acquire();
            gate.release();
            return call(method, real, arguments);
        });
    }

    /** Writes down for how long each connection was told to wait for the database, in milliseconds. */
    static DataSource watched(DataSource real, List<Integer> patience) {
        return of(DataSource.class, (method, arguments) -> {
            Object answer = call(method, real, arguments);
            return answer instanceof Connection connection
                    ? of(Connection.class, (inner, values) -> {
                        if (inner.getName().equals("setNetworkTimeout")) {
                            synchronized (patience) {
                                patience.add((Integer) values[1]);
                            }
                        }
                        return call(inner, connection, values);
                    })
                    : answer;
        });
    }

    /** Counts the connections that are broken off. */
    static DataSource aborted(DataSource real, AtomicInteger aborted) {
        return of(DataSource.class, (method, arguments) -> {
            Object answer = call(method, real, arguments);
            return answer instanceof Connection connection
                    ? of(Connection.class, (inner, values) -> {
                        if (inner.getName().equals("abort")) {
                            aborted.incrementAndGet();
                        }
                        return call(inner, connection, values);
                    })
                    : answer;
        });
    }

    /** Writes down each statement that goes to the database, and each commit. */
    static DataSource counted(DataSource real, List<String> sent) {
        return of(DataSource.class, (method, arguments) -> {
            Object answer = call(method, real, arguments);
            return answer instanceof Connection connection
                    ? of(Connection.class, (inner, values) -> {
                        Object given = call(inner, connection, values);
                        if (inner.getName().equals("commit")) {
                            sent.add("COMMIT");
                        }
                        if (given instanceof PreparedStatement prepared) {
                            return counted(PreparedStatement.class, prepared, String.valueOf(values[0]), sent);
                        }
                        return given instanceof Statement statement
                                ? counted(Statement.class, statement, "", sent)
                                : given;
                    })
                    : answer;
        });
    }

    private static <T> T counted(Class<T> type, T statement, String sql, List<String> sent) {
        return of(type, (method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                sent.add(arguments.length == 0 ? sql : String.valueOf(arguments[0]));
            }
            return call(method, statement, arguments);
        });
    }

    /** Says that it is another product. */
    static DataSource ofProduct(DataSource real, String product) {
        return of(DataSource.class, (method, arguments) -> {
            Connection connection = (Connection) call(method, real, arguments);
            DatabaseMetaData about = of(DatabaseMetaData.class, (question, none) -> product);
            return of(
                    Connection.class,
                    (inner, values) -> inner.getName().equals("getMetaData") ? about : call(inner, connection, values));
        });
    }

    private interface Chance {
        boolean toLose();
    }

    private static DataSource proxy(DataSource real, Chance chance) {
        return of(DataSource.class, (method, arguments) -> {
            Object answer = call(method, real, arguments);
            return answer instanceof Connection connection ? proxy(connection, chance) : answer;
        });
    }

    private static Connection proxy(Connection real, Chance chance) {
        return of(Connection.class, (method, arguments) -> {
            Object answer = call(method, real, arguments);
            if (method.getName().equals("commit") && chance.toLose()) {
                real.unwrap(Connection.class).abort(Runnable::run);
                throw new SQLNonTransientConnectionException("connection reset", "08006");
            }
            return answer;
        });
    }

    private interface Behaviour {
        @Nullable
        Object call(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T of(Class<T> type, Behaviour behaviour) {
        return type.cast(Proxy.newProxyInstance(
                Awkward.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> behaviour.call(method, arguments == null ? new Object[0] : arguments)));
    }

    private static Object call(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof SQLException sql ? sql : e;
        }
    }
}
