package dev.retrysafe.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Stands in for a driver's exception: its type, codes and stack trace, without its text, which can hold rows. */
final class DriverFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int MOST_CAUSES = 10;

    private DriverFailure(Throwable failure, @Nullable DriverFailure cause) {
        super(describe(failure), cause);
        setStackTrace(failure.getStackTrace());
    }

    static DriverFailure of(Throwable failure) {
        return of(failure, MOST_CAUSES);
    }

    private static DriverFailure of(Throwable failure, int causes) {
        Throwable cause = failure.getCause();
        return new DriverFailure(failure, cause == null || causes == 0 ? null : of(cause, causes - 1));
    }

    static String describe(Throwable failure) {
        return failure instanceof SQLException sql
                ? sql.getClass().getName() + ", SQLState " + sql.getSQLState() + ", error " + sql.getErrorCode()
                : failure.getClass().getName();
    }
}
