package dev.retrysafe.engine;

import dev.retrysafe.RunningTool;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.tool.Completion;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The one entry that an attempt has into a method. Between a skin's advice and the method may stand advice of the
 * application's; a skin therefore stands behind all of it, too, and enters the method there; whoever comes there a second time is refused ({@code EnteredTwice}).
 */
public final class MethodEntry {

    /** A tool's own method, behind all advice. */
    @FunctionalInterface
    public interface Method {

        /**
         * Runs it.
         *
         * @return what it returns
         * @throws Throwable what it throws
         */
        @Nullable
        Object run() throws Throwable;
    }

    private final Entries entries;

    private final AtomicBoolean entered = new AtomicBoolean();

    private volatile boolean left;

    MethodEntry(Entries entries) {
        this.entries = entries;
    }

    /**
     * The entry of a call that is about to proceed, or to enter its method, on this thread.
     *
     * @param call the call
     * @return its entry; null when no attempt runs on this thread that has let it through
     */
    public static @Nullable MethodEntry current(Invocation call) {
        return of(ToolScope.current(), call);
    }

    static @Nullable MethodEntry of(@Nullable RunningTool running, Invocation call) {
        return running instanceof Attempt attempt ? attempt.entries().of(call) : null;
    }

    /**
     * Lets a call into the attempt that runs on this thread, where it is part of it. Once that has ended none is: the thread
     * was carried on by work that the method left behind.
     *
     * @return the entry by which it proceeds; null when it is a call of its own
     * @throws SideEffectRejectedException when it had been let in, and has left
     */
    static @Nullable MethodEntry joining(Invocation call) {
        return ToolScope.current() instanceof Attempt running
                        && !running.ended()
                        && running.tool().equals(call.tool().definition().tool())
                ? running.entries().join(call)
                : null;
    }

    /** Proceeds as a part of the running attempt. */
    @Nullable
    Object proceed(Invocation call) throws Throwable {
        try {
            return call.proceed();
        } finally {
            left = true;
        }
    }

    /** Whether the call that it was made for is over, so that another one is no call of the first one's own. */
    boolean isLeft() {
        return left;
    }

    /**
     * Runs a method behind all advice.
     *
     * @param call the call
     * @param taken the entry that the skin took when it proceeded; null to look for it on this thread
     * @param method runs the method and nothing else
     * @return what the method returns; of a refused one that returns a future or a {@code Mono} one that fails
     * @throws SideEffectRejectedException when the attempt has entered the method before
     * @throws Throwable what the method throws
     */
    public static @Nullable Object enter(Invocation call, @Nullable MethodEntry taken, Method method) throws Throwable {
        MethodEntry entry = taken == null ? current(call) : taken;
        if (entry != null && !entry.enter()) {
            return refused(call, entry.refuse());
        }
        Object result = method.run();
        return call.tool().definition().completion() == Completion.MONO
                ? subscribedToOnce(call, result, entry)
                : result;
    }

    /**
     * Enters a woven method behind all advice, by the entry of the attempt that runs on this thread. The weaver's advice
     * comes before every method, so there is one, unless that advice was passed by.
     *
     * @param call the call
     * @throws SideEffectRejectedException when the attempt has entered the method before, or there is none
     */
    public static void enter(Invocation call) {
        MethodEntry entry = current(call);
        if (entry == null) {
            throw EntryRefusals.passedBy(call.tool().definition().tool());
        }
        if (!entry.enter()) {
            throw entry.refuse();
        }
    }

    /**
     * What a method returns that hands over a {@code Mono}, for one subscription: each causes its effect.
     *
     * @param call the call
     * @param work what the method returns
     * @return the same, for one subscription
     */
    public static @Nullable Object subscribedToOnce(Invocation call, @Nullable Object work) {
        return subscribedToOnce(call, work, current(call));
    }

    private static @Nullable Object subscribedToOnce(
            Invocation call, @Nullable Object work, @Nullable MethodEntry entry) {
        return work == null ? null : Monos.subscribedToOnce(work, call, entry);
    }

    /** Refuses to be entered again, and leaves the attempt in doubt: nobody knows what came of the first entry. */
    SideEffectRejectedException refuse() {
        return entries.refuseAnother();
    }

    /** Whether it is the first time. */
    boolean enter() {
        return entered.compareAndSet(false, true);
    }

    /**
     * Refuses in the way in which a call hands its result over.
     *
     * @throws SideEffectRejectedException the refusal, where it hands it over by returning
     */
    static Object refused(Invocation call, SideEffectRejectedException refusal) {
        return switch (call.tool().definition().completion()) {
            case RETURN -> throw refusal;
            case FUTURE -> CompletableFuture.failedFuture(refusal);
            case MONO -> Monos.refused(refusal);
        };
    }
}
