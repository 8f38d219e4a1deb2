package dev.retrysafe.samples.chaos.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A process, with those that it started. */
public final class Child {

    private static final int GONE_SECONDS = 20;

    private final String name;

    private final ProcessHandle process;

    /**
     * Takes a process.
     *
     * @param name for messages
     * @param process the process
     */
    public Child(String name, ProcessHandle process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Whether it runs; a paused one does.
     *
     * @return whether it has not ended
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * SIGKILL: no shutdown hook, no finally block, nothing flushed. Returns when it is gone.
     *
     * @throws IOException when it does not go
     */
    public void kill() throws IOException {
        List<ProcessHandle> all = all();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            awaitEnd(each, GONE_SECONDS);
        }
    }

    /**
     * Waits until it has ended by itself.
     *
     * @param seconds at most
     * @throws IOException when it does not
     */
    public void awaitEnd(int seconds) throws IOException {
        awaitEnd(process, seconds);
    }

    private void awaitEnd(ProcessHandle each, int seconds) throws IOException {
        // One that nobody waits for stays in the system's table when it has ended; it runs no command any more.
        Until.holds(
                name + " has ended",
                seconds,
                () -> !each.isAlive() || each.info().command().isEmpty());
    }

    /**
     * SIGSTOP: a long pause, as of a garbage collection or a suspended machine.
     *
     * @throws IOException when it cannot be sent
     */
    public void pause() throws IOException {
        signal("STOP");
    }

    /**
     * SIGCONT.
     *
     * @throws IOException when it cannot be sent
     */
    public void resume() throws IOException {
        signal("CONT");
    }

    private List<ProcessHandle> all() {
        return Stream.concat(Stream.of(process), process.descendants()).toList();
    }

    private void signal(String signal) throws IOException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        all().forEach(each -> command.add(Long.toString(each.pid())));
        try {
            int status = new ProcessBuilder(command).start().waitFor();
            // It, or one of many, may have ended meanwhile.
            if (status != 0 && command.size() == 3 && process.isAlive()) {
                throw new IOException("kill -" + signal + " of " + name + " ended with " + status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + name + " was signalled", e);
        }
    }
}
