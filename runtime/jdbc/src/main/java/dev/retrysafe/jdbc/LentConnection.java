package dev.retrysafe.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connection of a transaction, lent to whoever works in it and must not end it. */
final class LentConnection implements InvocationHandler {

    private static final Set<String> ENDINGS = Set.of("commit", "setAutoCommit", "abort", "setTransactionIsolation");

    private final Connection connection;

    private LentConnection(Connection connection) {
        this.connection = connection;
    }

    static Connection of(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, new LentConnection(connection));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        String name = method.getName();
        if (name.equals("close")) {
            // So that try-with-resources is not wrong.
            return null;
        }
        boolean wholeRollback = name.equals("rollback") && (arguments == null || arguments.length == 0);
        if (ENDINGS.contains(name) || wholeRollback) {
            throw new SQLException(
                    name + "() is refused in a LOCAL_TRANSACTION tool, whose transaction is ended with its"
                            + " record. To do: throw an exception to roll back, return to commit.");
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
