package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.tool.ToolMethod;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/**
 * Tools that return a {@code Mono}. Nothing happens until somebody subscribes, and each subscription is a call: claim and
 * method may wait, and so run on threads of the engine's own ({@link CallThreads}), whoever subscribes. The only class that knows Reactor, loaded for such tools only.
 */
final class Monos {

    private Monos() {}

    /**
     * Defers a call.
     *
     * @return what the caller gets. Its cancellation ends the waiting, and nothing else
     */
    static Mono<Object> deferred(Invocation invocation, Calls calls) {
        CallContext contextAtCall = CallContext.current();
        RunningTool toolAtCall = ToolScope.current();
        return Mono.deferContextual(subscriber -> {
            CallContext context =
                    contextAtCall == null ? subscriber.getOrDefault(CallContext.class, null) : contextAtCall;
            RunningTool outer = toolAtCall == null ? subscriber.getOrDefault(RunningTool.class, null) : toolAtCall;
            Mono<?> joined = outer == null ? null : joined(invocation, outer, context);
            if (joined != null) {
                return joined;
            }
            CompletableFuture<@Nullable Object> answer = calls.callElsewhere(
                    new Subscribed(invocation, subscriber, context), context, outer, Schedulers::onSchedule);
            return Mono.fromFuture(answer, true);
        });
    }

    /** A call that is part of the attempt in whose {@code Mono} it is subscribed to; null for a call of its own. */
    private static @Nullable Mono<?> joined(Invocation invocation, RunningTool outer, @Nullable CallContext context) {
        try (ToolScope.Scope running = ToolScope.enter(outer);
                CallContext.Scope bound = context == null ? null : context.open()) {
            MethodEntry entry = MethodEntry.joining(invocation);
            if (entry == null) {
                return null;
            }
            Mono<?> work = (Mono<?>) entry.proceed(invocation);
            return work == null ? Mono.empty() : work;
        } catch (Throwable t) {
            return Mono.error(t);
        }
    }

    static Object refused(SideEffectRejectedException refusal) {
        return Mono.error(refusal);
    }

    /**
     * What a method returns, for one subscription: each causes its effect.
     *
     * @param known the entry by which the method was entered; null where its thread did not show it, so that the
     *     subscription does
     */
    static Object subscribedToOnce(Object work, Invocation call, @Nullable MethodEntry known) {
        AtomicBoolean first = new AtomicBoolean(true);
        return Mono.deferContextual(subscriber -> {
            MethodEntry entry =
                    known == null ? MethodEntry.of(subscriber.getOrDefault(RunningTool.class, null), call) : known;
            if (entry == null || (known == null ? entry.enter() : first.getAndSet(false))) {
                return (Mono<?>) work;
            }
            return Mono.error(entry.refuse());
        });
    }

    /** One subscription's call: its method is done when the method's own {@code Mono} is. */
    private record Subscribed(
            Invocation call,
            ContextView subscriber,
            @Nullable CallContext context) implements Invocation {

        @Override
        public ToolMethod tool() {
            return call.tool();
        }

        @Override
        public @Nullable Object[] arguments() {
            return call.arguments();
        }

        @Override
        public @Nullable Object target() {
            return call.target();
        }

        @Override
        public Object joinPoint() {
            return call.joinPoint();
        }

        @Override
        public boolean isOverriddenBy(Object running) {
            return call.isOverriddenBy(running);
        }

        @Override
        public CallersTransaction callersTransaction(@Nullable Object none) {
            return call.callersTransaction(subscriber);
        }

        /** What the method subscribes to, on whatever thread, finds the subscriber's context, the tool and the call's. */
        @Override
        public @Nullable Object proceed() throws Throwable {
            RunningTool running = ToolScope.current();
            Mono<?> work = (Mono<?>) call.proceed();
            return work == null
                    ? null
                    : work.contextWrite(own -> {
                                var all = own.putAll(subscriber);
                                if (running != null) {
                                    all = all.put(RunningTool.class, running);
                                }
                                return context == null ? all : all.put(CallContext.class, context);
                            })
                            .toFuture();
        }
    }
}
