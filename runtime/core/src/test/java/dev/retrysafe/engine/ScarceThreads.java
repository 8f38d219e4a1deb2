package dev.retrysafe.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A system that has no thread left of the kinds that a test says. Records those that it gave. */
final class ScarceThreads implements Threads {

    final List<Thread> started = new CopyOnWriteArrayList<>();

    final AtomicInteger refused = new AtomicInteger();

    /** With what the names begin of those that cannot be had; null for none. */
    volatile @Nullable String gone;

    @Override
    public ThreadFactory named(String name) {
        ThreadFactory real = Threads.DAEMONS.named(name);
        return task -> {
            String missing = gone;
            if (missing != null && name.startsWith(missing)) {
                refused.incrementAndGet();
                throw new OutOfMemoryError("unable to create native thread");
            }
            Thread thread = real.newThread(task);
            started.add(thread);
            return thread;
        };
    }
}
