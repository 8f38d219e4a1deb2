package dev.retrysafe.spring;

import dev.retrysafe.OneLine;
import dev.retrysafe.store.EffectStoreException;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes in batches, of half the size where one was not deleted in time, until nothing is left. The next run starts with
 * the size that worked, and doubles it as long as that goes well. For one thread.
 */
final class PurgeRun implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger("retrysafe");

    /** In one transaction: short enough that nobody waits for it. */
    static final int MOST = 1_000;

    private final IntUnaryOperator delete;

    private int batch = MOST;

    /**
     * Remembers the size of batches from one run to the next.
     *
     * @param delete deletes as many at most, and tells how many it were
     */
    PurgeRun(IntUnaryOperator delete) {
        this.delete = delete;
    }

    @Override
    public void run() {
        // What was too many once is not tried again in this run: every failure costs the database the store's budget.
        int most = MOST;
        boolean more = true;
        while (more && !Thread.currentThread().isInterrupted()) {
            try {
                more = delete.applyAsInt(batch) == batch;
                batch = Math.min(most, batch * 2);
            } catch (EffectStoreException e) {
                if (batch == 1) {
                    LOG.warn("expired records are not deleted; trying again later: {}", OneLine.of(e.getMessage()));
                    return;
                }
                most = batch / 2;
                LOG.info(
                        "{} expired records are not deleted at once, trying {}: {}",
                        batch,
                        most,
                        OneLine.of(e.getMessage()));
                batch = most;
            }
        }
    }
}
