package dev.retrysafe.spring;

import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.SideEffectListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Lets the calls of tools that are under way end before an application takes its beans apart: engine and store, and what
 * the tools work with. Spring waits for it for {@code spring.lifecycle.timeout-per-shutdown-phase}. A call that ends later
 * finds its store gone, perhaps, and its operation comes into doubt.
 */
final class CallsUnderWay implements SideEffectListener, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger("retrysafe");

    /** Stopped after what calls tools (web servers, message listeners, executors), and before clients and connections. */
    private static final int PHASE = Integer.MAX_VALUE / 4;

    private int number;

    private @Nullable Runnable whenNone;

    private volatile boolean running;

    @Override
    public synchronized CallObserver callStarted(String tool) {
        number++;
        return call -> ended();
    }

    private void ended() {
        Runnable none = lessOne();
        if (none != null) {
            none.run();
        }
    }

    private synchronized @Nullable Runnable lessOne() {
        number--;
        return number == 0 ? take() : null;
    }

    private @Nullable Runnable take() {
        Runnable taken = whenNone;
        whenNone = null;
        return taken;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public void stop(Runnable callback) {
        if (!waits(callback)) {
            callback.run();
        }
        stop();
    }

    private synchronized boolean waits(Runnable callback) {
        if (number == 0) {
            return false;
        }
        LOG.info("waiting for {} calls of tools to end", number);
        whenNone = callback;
        return true;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
