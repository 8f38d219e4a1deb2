package dev.retrysafe.engine;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads of an engine: named, and never a reason for the JVM to stay alive. */
final class Threads {

    private Threads() {}

    static ThreadFactory daemon(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
