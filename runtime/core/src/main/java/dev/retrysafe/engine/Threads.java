package dev.retrysafe.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Where an engine's threads come from. */
@FunctionalInterface
interface Threads {

    /** Never a reason for the JVM to stay alive. */
    Threads DAEMONS = new Threads() {
        @Override
        public ThreadFactory named(String name) {
            AtomicInteger number = new AtomicInteger();
            return task -> {
                Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            };
        }

        @Override
        public Executor unbounded(String name) {
            ThreadFactory virtual = VirtualThreads.named(name);
            return virtual == null
                    ? Threads.super.unbounded(name)
                    : task -> virtual.newThread(task).start();
        }

        @Override
        public Executor bounded(int most, String name) {
            return VirtualThreads.named(name) == null ? Threads.super.bounded(most, name) : unbounded(name);
        }
    };

    /**
     * Threads of one kind.
     *
     * @param name the kind, with which their names begin
     */
    ThreadFactory named(String name);

    /** A thread for each task, at once. Virtual ones where the JVM has them. */
    default Executor unbounded(String name) {
        return Executors.newCachedThreadPool(named(name));
    }

    /** A thread for each task, when one is free. Virtual threads are as many as are wanted. */
    default Executor bounded(int most, String name) {
        Workers workers = new Workers(most, named(name));
        return workers::execute;
    }

    /** Reached by reflection: this code is compiled for Java 17. */
    final class VirtualThreads {

        /** Before, a virtual thread that waits in a synchronized block keeps its carrier (JEP 491). */
        private static final int UNPINNED = 24;

        private VirtualThreads() {}

        /** Null where there are none. */
        static @Nullable ThreadFactory named(String name) {
            if (Runtime.version().feature() < UNPINNED) {
                return null;
            }
            try {
                Class<?> builder = Class.forName("java.lang.Thread$Builder");
                Object virtual = Thread.class.getMethod("ofVirtual").invoke(null);
                Object named =
                        builder.getMethod("name", String.class, long.class).invoke(virtual, name + "-", 1L);
                return (ThreadFactory) builder.getMethod("factory").invoke(named);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("virtual threads are part of this version of Java", e);
            }
        }
    }
}
