package dev.retrysafe;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/** What code around and inside a tool may ask: what became of a call, and the keys of the tool that is running. */
public final class SideEffects {

    private static final String NO_TOOL =
            "no @SideEffect tool ran on this thread inside the observed call: was the method called through its proxy, and on"
                    + " this thread?";

    private SideEffects() {}

    /**
     * Runs a call and says what was done with the last outermost side effect inside it.
     *
     * <pre>{@code
     * Outcome<Ticket> outcome = SideEffects.observe(() -> desk.createTicket("approval-17", request));
     * if (outcome.replayed()) { … }
     * }</pre>
     *
     * @param call what to run
     * @param <T> the type of its value
     * @return value, decision, receipt and envelope
     * @throws Exception what the call throws, unchanged
     * @throws IllegalStateException when no side effect ran inside, which means that the call is not protected
     */
    public static <T> Outcome<T> observe(Callable<? extends T> call) throws Exception {
        ToolScope.Observation observation = ToolScope.startObserving();
        T value;
        try {
            value = call.call();
        } finally {
            observation.stop();
        }
        ToolScope.Seen seen = observation.last();
        if (seen == null) {
            throw new IllegalStateException(NO_TOOL);
        }
        return new Observed<>(value, null, seen);
    }

    /**
     * Runs a call and says how it ended, whatever the last outermost side effect inside it came to; for those who answer a
     * model.
     *
     * <pre>{@code
     * Outcome<Ticket> outcome = SideEffects.attempt(() -> desk.createTicket("approval-17", request));
     * return outcome.toMap();
     * }</pre>
     *
     * <p>Where a tool was called inside, nothing is thrown, an {@link Error} neither: what was thrown is the outcome's
     * {@linkplain Outcome#failure() failure}, and the thread is interrupted again where that was an
     * {@link InterruptedException}. Tools that other tools call inside their methods are not looked at, and calls on other
     * threads are not seen. A tool that returns a future ends when the future completes, and one that returns a {@code Mono}
     * begins when that is subscribed to: wait inside the call ({@code desk.later().join()}, {@code desk.mono().block()}), or
     * the outcome is that the call goes on.
     *
     * @param call what to run
     * @param <T> the type of its value
     * @return value or failure, decision, receipt and envelope
     * @throws IllegalStateException when no side effect was called inside, which means that the call is not protected; with the
     *     call's exception as its cause, where that is a checked one
     * @throws RuntimeException what the call throws when no side effect was called inside, unchanged; an {@link Error} too
     */
    public static <T> Outcome<T> attempt(Callable<? extends T> call) {
        ToolScope.Observation observation = ToolScope.startObserving();
        T value = null;
        Throwable thrown = null;
        try {
            value = call.call();
        } catch (Throwable t) {
            thrown = t;
        } finally {
            observation.stop();
        }
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        ToolScope.Seen seen = observation.last();
        if (seen != null) {
            return new Observed<>(value, thrown, seen);
        }
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(NO_TOOL, thrown);
    }

    /**
     * The idempotency key of the innermost running tool.
     *
     * @return the key
     * @throws IllegalStateException outside a running tool
     */
    public static String currentKey() {
        return running().key();
    }

    /**
     * The key to forward to the remote side, derived from the operation.
     *
     * @return the derived key, the same on every retry
     * @throws IllegalStateException outside a running tool
     */
    public static DownstreamKey downstreamKey() {
        return running().downstreamKey();
    }

    /**
     * The key to forward with a second, named remote call of the same operation.
     *
     * @param name the call's name, for instance {@code capture}
     * @return the derived key, the same on every retry
     * @throws IllegalStateException outside a running tool
     */
    public static DownstreamKey downstreamKey(String name) {
        return running().downstreamKey(name);
    }

    /**
     * Says that from here on something may have been sent. For tools that do not send through a Retrysafe HTTP
     * interceptor.
     *
     * @throws IllegalStateException outside a running tool
     * @throws SendDeadlineException when this attempt may no longer send
     */
    public static void sending() {
        running().sending();
    }

    /**
     * The annotated tools that are on the class path, as they were compiled: of the thread's context class loader, and of
     * the one that loaded this class. Folders and jars are looked into on every call; keep the result.
     *
     * @return the tools, sorted by name; a tool that is annotated on an interface and again on its implementation twice
     * @throws IllegalStateException when a description cannot be read; the message names it
     */
    public static List<ToolDescription> catalog() {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            loaders.add(context);
        }
        ClassLoader own = SideEffects.class.getClassLoader();
        loaders.add(own == null ? ClassLoader.getSystemClassLoader() : own);
        return ToolCatalog.read(loaders);
    }

    private static RunningTool running() {
        RunningTool tool = ToolScope.current();
        if (tool == null) {
            throw new IllegalStateException("no @SideEffect tool is running on this thread: keys exist only inside the"
                    + " annotated method; to use them on another thread, carry ToolScope there");
        }
        return tool;
    }
}
