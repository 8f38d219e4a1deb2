package dev.retrysafe.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.EffectStoreException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PurgeRunTest {

    private final List<Integer> asked = new ArrayList<>();

    private int expired;

    /** Batches larger than this are not deleted in time. */
    private int inTime = PurgeRun.MOST;

    private final PurgeRun purge = new PurgeRun(size -> {
        asked.add(size);
        if (size > inTime) {
            throw new EffectStoreException(EffectStoreException.Reason.UNAVAILABLE, "took longer than 3 s", null);
        }
        int deleted = Math.min(size, expired);
        expired -= deleted;
        return deleted;
    });

    @AfterEach
    void clear() {
        boolean unused = Thread.interrupted();
    }

    private List<Integer> run() {
        asked.clear();
        purge.run();
        return List.copyOf(asked);
    }

    @Test
    void fullBatchesUntilNothingIsLeft() {
        expired = 2_500;
        assertThat(run()).containsExactly(1_000, 1_000, 1_000);
        assertThat(expired).isZero();
    }

    @Test
    void batchesThatTakeTooLongAreHalvedAndNotTriedAgainInTheRun() {
        expired = 600;
        inTime = 260;
        assertThat(run()).containsExactly(1_000, 500, 250, 250, 250);
        assertThat(expired).isZero();
    }

    @Test
    void laterRunsGrowAgainFromWhatWorked() {
        expired = 300;
        inTime = 260;
        assertThat(run()).containsExactly(1_000, 500, 250, 250);
        inTime = PurgeRun.MOST;
        expired = 2_000;
        assertThat(run()).containsExactly(250, 500, 1_000, 1_000);
        assertThat(expired).isZero();
    }

    @Test
    void aDatabaseThatIsDownEndsTheRunAndOneThatIsUpAgainIsPurged() {
        expired = 10;
        inTime = 0;
        assertThat(run()).containsExactly(1_000, 500, 250, 125, 62, 31, 15, 7, 3, 1);
        assertThat(expired).isEqualTo(10);
        inTime = PurgeRun.MOST;
        assertThat(run()).containsExactly(1, 2, 4, 8);
        assertThat(expired).isZero();
    }

    @Test
    void anInterruptEndsTheRun() {
        Thread.currentThread().interrupt();
        assertThat(run()).isEmpty();
    }
}
