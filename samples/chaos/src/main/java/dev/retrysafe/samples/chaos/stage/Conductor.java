package dev.retrysafe.samples.chaos.stage;

import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.process.Child;
import dev.retrysafe.samples.chaos.store.StoreServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Lets faults strike when the schedule says: those of workers and those of the store side by side. */
final class Conductor {

    private interface Step {
        void run() throws IOException;
    }

    private record Cue(long atMillis, Step step) {}

    private final Crew crew;

    private final StoreServer store;

    private final FaultLog log;

    private final long startMillis;

    private final List<Cue> ofWorkers = new ArrayList<>();

    private final List<Cue> ofStore = new ArrayList<>();

    private int kills;

    private int pauses;

    private int storeFaults;

    Conductor(Crew crew, StoreServer store, FaultLog log, long startMillis, List<Fault> schedule) {
        this.crew = crew;
        this.store = store;
        this.log = log;
        this.startMillis = startMillis;
        schedule.forEach(this::cue);
    }

    private void cue(Fault fault) {
        switch (fault.kind()) {
            case KILL ->
                ofWorkers.add(new Cue(fault.atMillis(), () -> {
                    String run = crew.run(fault.worker());
                    log.begins(Fault.Kind.KILL, run);
                    crew.replace(fault.worker());
                    log.ends(Fault.Kind.KILL, run);
                    kills++;
                }));
            case PAUSE -> {
                Child[] paused = new Child[1];
                String[] run = new String[1];
                ofWorkers.add(new Cue(fault.atMillis(), () -> {
                    paused[0] = crew.worker(fault.worker());
                    run[0] = crew.run(fault.worker());
                    log.begins(Fault.Kind.PAUSE, run[0]);
                    paused[0].pause();
                    pauses++;
                }));
                ofWorkers.add(new Cue(fault.atMillis() + fault.millis(), () -> {
                    // It may have been killed meanwhile.
                    if (paused[0].isAlive()) {
                        paused[0].resume();
                    }
                    log.ends(Fault.Kind.PAUSE, run[0]);
                }));
            }
            default -> {
                ofStore.add(new Cue(fault.atMillis(), () -> {
                    log.begins(fault.kind(), FaultLog.STORE);
                    store.begin(fault.kind());
                    storeFaults++;
                }));
                ofStore.add(new Cue(fault.atMillis() + fault.millis(), () -> {
                    store.end(fault.kind());
                    log.ends(fault.kind(), FaultLog.STORE);
                }));
            }
        }
    }

    /** Returns when all faults are over. */
    void conduct() throws IOException, InterruptedException {
        ExecutorService lanes = Executors.newFixedThreadPool(2);
        try {
            CompletionService<Void> ends = new ExecutorCompletionService<>(lanes);
            List<Future<Void>> all = List.of(ends.submit(() -> play(ofWorkers)), ends.submit(() -> play(ofStore)));
            for (int i = 0; i < all.size(); i++) {
                // Whichever ends first: what stops one lane soon stops the other, and says less.
                Void unused = ends.take().get();
            }
        } catch (ExecutionException e) {
            throw new IOException("a fault could not be brought about: " + e.getCause(), e);
        } finally {
            lanes.shutdownNow();
        }
    }

    private Void play(List<Cue> cues) throws IOException, InterruptedException {
        cues.sort(Comparator.comparingLong(Cue::atMillis));
        for (Cue cue : cues) {
            TimeUnit.MILLISECONDS.sleep(Math.max(0, startMillis + cue.atMillis() - System.currentTimeMillis()));
            cue.step().run();
        }
        return null;
    }

    int kills() {
        return kills;
    }

    int pauses() {
        return pauses;
    }

    int storeFaults() {
        return storeFaults;
    }
}
