package dev.retrysafe.engine;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The log of these tests. Like every real one it asks an exception for its message, on the thread that logs, and so throws
 * what that throws. Lines of the engine's are kept, the last ones.
 */
public final class PrintedLog implements SLF4JServiceProvider {

    private static final int MOST_KEPT = 1_000;

    private static final Queue<String> LINES = new ConcurrentLinkedQueue<>();

    private final IMarkerFactory markers = new BasicMarkerFactory();

    private final MDCAdapter contexts = new NOPMDCAdapter();

    /** Called by SLF4J. */
    public PrintedLog() {}

    static Iterable<String> lines() {
        return LINES;
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return Printing::new;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return contexts;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}

    private static final class Printing extends LegacyAbstractLogger {

        private static final long serialVersionUID = 1L;

        private final boolean ours;

        private Printing(String name) {
            this.name = name;
            this.ours = name.startsWith("retrysafe");
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String format,
                @Nullable Object @Nullable [] values,
                @Nullable Throwable cause) {
            String line = level + " " + MessageFormatter.basicArrayFormat(format, values);
            if (cause != null) {
                cause.printStackTrace(new PrintWriter(Writer.nullWriter()));
                line += " with its stack trace";
            }
            LINES.add(line);
            while (LINES.size() > MOST_KEPT) {
                LINES.poll();
            }
        }

        @Override
        protected String getFullyQualifiedCallerName() {
            return Printing.class.getName();
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return ours;
        }

        @Override
        public boolean isInfoEnabled() {
            return ours;
        }

        @Override
        public boolean isWarnEnabled() {
            return ours;
        }

        @Override
        public boolean isErrorEnabled() {
            return ours;
        }
    }
}
