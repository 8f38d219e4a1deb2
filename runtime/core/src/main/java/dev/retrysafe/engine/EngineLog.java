package dev.retrysafe.engine;

import dev.retrysafe.OneLine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's lines in the log {@code retrysafe}, whatever is told in them, each on one line. Writing one never keeps the engine from what comes next, such as a
 * receipt: not a logger that throws, and not an exception of an application's that cannot be printed, because it throws
 * when it is asked for its message.
 */
final class EngineLog {

    private static final Logger LOG = LoggerFactory.getLogger("retrysafe");

    private EngineLog() {}

    static void error(Throwable cause, String format, Object... values) {
        write((line, all) -> LOG.error(line, all), cause, format, values);
    }

    static void warn(@Nullable Throwable cause, String format, Object... values) {
        write((line, all) -> LOG.warn(line, all), cause, format, values);
    }

    static void debug(@Nullable Throwable cause, String format, Object... values) {
        if (!LOG.isDebugEnabled()) {
            return;
        }
        write((line, all) -> LOG.debug(line, all), cause, format, values);
    }

    private interface Level {
        void log(String format, Object[] values);
    }

    private static void write(Level level, @Nullable Throwable cause, String format, Object[] values) {
        Object[] legible = Arrays.stream(values).map(EngineLog::legible).toArray();
        if (wrote(level, format, cause == null ? legible : with(legible, OneLine.printable(cause))) || cause == null) {
            return;
        }
        // A line without a stack trace is better than none. If it is not written either, nobody is left to tell.
        boolean unused = wrote(level, format + " ({})", with(legible, OneLine.of(cause)));
    }

    private static Object legible(Object value) {
        try {
            return value instanceof Number ? value : OneLine.of(value.toString());
        } catch (Throwable t) {
            return "(" + value.getClass().getName() + ")";
        }
    }

    private static boolean wrote(Level level, String format, Object[] values) {
        try {
            level.log(format, values);
            return true;
        } catch (Throwable t) {
            return false;
        }
    }

    private static Object[] with(Object[] values, Object last) {
        Object[] all = Arrays.copyOf(values, values.length + 1, Object[].class);
        all[values.length] = last;
        return all;
    }
}
