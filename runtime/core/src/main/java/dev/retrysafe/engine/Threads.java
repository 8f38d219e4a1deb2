package dev.retrysafe.engine;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Where an engine's threads come from. */
@FunctionalInterface
interface Threads {

    /** Never a reason for the JVM to stay alive. */
    Threads DAEMONS = name -> {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    };

    /**
     * Threads of one kind.
     *
     * @param name the kind, with which their names begin
     */
    ThreadFactory named(String name);
}
