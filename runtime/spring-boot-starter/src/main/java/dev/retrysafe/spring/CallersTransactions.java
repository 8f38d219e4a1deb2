package dev.retrysafe.spring;

import dev.retrysafe.engine.CallersTransaction;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Tells how a tool's method stands to a transaction of Spring's that its caller has open. */
final class CallersTransactions {

    /** Whether Spring's transactions are on the class path. */
    static final boolean SPRING_TX = ClassUtils.isPresent(
            "org.springframework.transaction.interceptor.TransactionInterceptor",
            CallersTransactions.class.getClassLoader());

    private CallersTransactions() {}

    /**
     * How a method stands to it. One that would join is a part of it also where it only reads: what is written there is
     * refused, or left out without a word.
     *
     * @param ownTransaction whether the engine runs the method in a transaction of its own
     * @param proxy the proxy that was called; null for none
     * @param subscriber Reactor's context of whoever subscribes; null where the method runs on this thread
     */
    static CallersTransaction around(
            Method method, Class<?> type, boolean ownTransaction, @Nullable Object proxy, @Nullable Object subscriber) {
        if (!SPRING_TX) {
            return CallersTransaction.NONE;
        }
        Open open = subscriber == null ? OnThread.open() : InContext.open((ContextView) subscriber);
        if (open != Open.NOT && !ownTransaction && TransactionAttributes.joins(method, type, proxy)) {
            return CallersTransaction.JOINED;
        }
        return open == Open.WRITING ? CallersTransaction.BESIDE : CallersTransaction.NONE;
    }

    private enum Open {
        NOT,
        READING,
        WRITING;

        /**
         * What a manager says.
         *
         * @param under whether it is still under way, and not only what is done after its commit
         */
        private static Open of(boolean active, boolean readOnly, boolean under) {
            return !active ? NOT : readOnly || !under ? READING : WRITING;
        }
    }

    /** Loaded only where Spring's transactions are. */
    private static final class OnThread {

        private static Open open() {
            return Open.of(
                    TransactionSynchronizationManager.isActualTransactionActive(),
                    TransactionSynchronizationManager.isCurrentTransactionReadOnly(),
                    TransactionSynchronizationManager.isSynchronizationActive());
        }
    }

    /** Loaded only for tools that return a {@code Mono}. */
    private static final class InContext {

        private static Open open(ContextView subscriber) {
            Open found =
                    org.springframework.transaction.reactive.TransactionSynchronizationManager.forCurrentTransaction()
                            .map(bound -> Open.of(
                                    bound.isActualTransactionActive(),
                                    bound.isCurrentTransactionReadOnly(),
                                    bound.isSynchronizationActive()))
                            .onErrorResume(NoTransactionException.class, none -> Mono.empty())
                            .contextWrite(own -> own.putAll(subscriber))
                            .toFuture()
                            .getNow(null);
            return found == null ? Open.NOT : found;
        }
    }
}
