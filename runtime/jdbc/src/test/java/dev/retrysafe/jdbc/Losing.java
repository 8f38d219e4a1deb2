package dev.retrysafe.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** A DataSource whose connections can lose the answer to their commit: the database has committed, nobody is told. */
final class Losing {

    private Losing() {}

    /** Once, each time that it is asked to. */
    static DataSource afterCommit(DataSource real, AtomicBoolean lose) {
        return proxy(real, () -> lose.getAndSet(false));
    }

    static DataSource alwaysAfterCommit(DataSource real, AtomicBoolean lose) {
        return proxy(real, lose::get);
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
        Object call(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T of(Class<T> type, Behaviour behaviour) {
        return type.cast(Proxy.newProxyInstance(
                Losing.class.getClassLoader(),
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
