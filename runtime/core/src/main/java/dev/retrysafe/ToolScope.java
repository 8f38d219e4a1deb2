package dev.retrysafe;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What runs on this thread. The engine enters and leaves it; a tool that hands its work to another thread carries it
 * there, so that keys can be read and forwarded:
 *
 * <pre>{@code
 * RunningTool tool = ToolScope.current();
 * executor.submit(() -> {
 *     try (var scope = ToolScope.enter(tool)) {
 *         client.send(request);
 *     }
 * });
 * }</pre>
 */
public final class ToolScope {

    private static final ThreadLocal<@Nullable Entered> INNERMOST = new ThreadLocal<>();

    private static final ThreadLocal<@Nullable Observation> OBSERVING = new ThreadLocal<>();

    private static final AtomicLong STRAY_REQUESTS = new AtomicLong();

    private ToolScope() {}

    /**
     * The innermost tool running on this thread.
     *
     * @return the tool; null when none is running
     */
    public static @Nullable RunningTool current() {
        Entered innermost = INNERMOST.get();
        return innermost == null ? null : innermost.tool;
    }

    /**
     * Whether a tool with this key is running on this thread, at any depth.
     *
     * @param key an idempotency key
     * @return the running tool; null when there is none
     */
    public static @Nullable RunningTool running(String key) {
        for (Entered e = INNERMOST.get(); e != null; e = e.outer) {
            RunningTool tool = e.tool;
            if (tool != null && tool.hasKey(key)) {
                return tool;
            }
        }
        return null;
    }

    /**
     * Makes a tool the innermost one of this thread until the scope is closed.
     *
     * @param tool the running tool
     * @return the scope to close on this thread
     */
    public static Scope enter(RunningTool tool) {
        return push(Objects.requireNonNull(tool, "tool"));
    }

    /**
     * Lets no tool run on this thread until the scope is closed: what is done meanwhile is no part of one, and takes no
     * key of one. For engines.
     *
     * @return the scope to close on this thread
     */
    public static Scope outside() {
        return push(null);
    }

    /**
     * Encloses code of an application's: closing restores the thread as it was, together with its {@link CallContext},
     * whatever that code left open. For engines.
     *
     * @param tool the running tool; null to let none run, as {@link #outside()} does, because the code is known to be part
     *     of none: its requests are nobody's strays
     * @param leftOpen told, when it closes, that something had been left open
     * @return the scope to close on this thread; closing it does not throw
     */
    public static Scope enclose(@Nullable RunningTool tool, Runnable leftOpen) {
        CallContext.Bound context = CallContext.bound();
        Entered entered = entered(tool, tool == null);
        return () -> {
            boolean left = INNERMOST.get() != entered;
            restore(INNERMOST, entered.outer);
            left |= context.restore();
            if (left) {
                leftOpen.run();
            }
        };
    }

    private static Scope push(@Nullable RunningTool tool) {
        Entered entered = entered(tool, false);
        return () -> {
            if (INNERMOST.get() != entered) {
                throw new IllegalStateException(
                        "scopes of running tools are closed on their own thread, innermost first");
            }
            restore(INNERMOST, entered.outer);
        };
    }

    private static Entered entered(@Nullable RunningTool tool, boolean apart) {
        Entered outer = INNERMOST.get();
        Entered entered = new Entered(tool, apart, outer, outer == null ? 1 : outer.depth + 1);
        INNERMOST.set(entered);
        return entered;
    }

    /**
     * Says that a request is about to be sent on a thread where no tool runs. It may be a tool's that handed its work to
     * that thread, so none that runs at the time can be said to have sent nothing; but not so in code that is
     * {@linkplain #enclose enclosed} as part of none, such as a lookup. For HTTP interceptors.
     */
    public static void strayRequest() {
        Entered innermost = INNERMOST.get();
        if (innermost == null || !innermost.apart) {
            STRAY_REQUESTS.incrementAndGet();
        }
    }

    /**
     * How many requests there have been on threads where no tool ran. For engines.
     *
     * @return the number, of all threads
     */
    public static long strayRequests() {
        return STRAY_REQUESTS.get();
    }

    /**
     * Tells {@link SideEffects#observe} and {@link SideEffects#attempt} what was done with a call. For engines and skins.
     *
     * @param seen a live view of the call
     */
    public static void report(Seen seen) {
        Observation observing = OBSERVING.get();
        if (observing != null && observing.depth == depth()) {
            observing.last = seen;
        }
    }

    static Observation startObserving() {
        Observation observation = new Observation(OBSERVING.get(), depth());
        OBSERVING.set(observation);
        return observation;
    }

    private static int depth() {
        Entered innermost = INNERMOST.get();
        return innermost == null ? 0 : innermost.depth;
    }

    private static <T> void restore(ThreadLocal<@Nullable T> local, @Nullable T outer) {
        if (outer == null) {
            local.remove();
        } else {
            local.set(outer);
        }
    }

    /** A tool entered on a thread. */
    public interface Scope extends AutoCloseable {

        /** Makes the tool that was innermost before the innermost one again. */
        @Override
        void close();
    }

    /** What was done with a call, as far as it is known. */
    public interface Seen {

        /**
         * What was done.
         *
         * @return the decision
         */
        Decision decision();

        /**
         * The stored receipt.
         *
         * @return the receipt; null when none is stored yet
         */
        @Nullable
        CommitReceipt receipt();

        /**
         * Key, fingerprint, tool and actor.
         *
         * @return the envelope
         * @throws IllegalStateException when the call was refused before its key was known
         */
        EffectEnvelope envelope();

        /**
         * What the caller got instead of a result.
         *
         * @return what the method threw, or the protocol's own exception; null while there is none
         */
        @Nullable
        Throwable failure();

        /**
         * What the protocol says of a call that has no result to show: its refusal; the doubt in which its own attempt ended,
         * whatever its caller got; or that it goes on.
         *
         * @return the protocol's words; null of a call that ended with a result, a released or a final failure
         */
        @Nullable
        SideEffectException said();

        /**
         * What the method threw in an attempt that ended in doubt.
         *
         * @return its exception; null in any other case
         */
        @Nullable
        Throwable methodFailure();

        /**
         * Makes a value of this call's ready for JSON, in the form in which results are stored.
         *
         * @param value the tool's result, or what was made of it
         * @return maps, lists, texts, numbers and truth values, null for nothing; the value itself where it has no such form
         */
        @Nullable
        Object jsonReady(Object value);
    }

    private static final class Entered {

        private final @Nullable RunningTool tool;

        private final @Nullable Entered outer;

        /** Whether what runs here is known to be no part of a tool. */
        private final boolean apart;

        private final int depth;

        private Entered(@Nullable RunningTool tool, boolean apart, @Nullable Entered outer, int depth) {
            this.tool = tool;
            this.apart = apart;
            this.outer = outer;
            this.depth = depth;
        }
    }

    /** Collects the last report at the depth where observing began. */
    static final class Observation {

        private final @Nullable Observation outer;

        private final int depth;

        private @Nullable Seen last;

        private Observation(@Nullable Observation outer, int depth) {
            this.outer = outer;
            this.depth = depth;
        }

        @Nullable
        Seen last() {
            return last;
        }

        void stop() {
            restore(OBSERVING, outer);
        }
    }
}
