package dev.retrysafe.samples.chaos.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Reads what workers and the ledger wrote. A last line that a SIGKILL cut short counts for nothing. */
public final class Logs {

    private final Map<String, Call> calls = new LinkedHashMap<>();

    private final Map<String, Integer> words = new TreeMap<>();

    private final Map<String, Integer> events = new TreeMap<>();

    private final List<Effect> effects = new ArrayList<>();

    /**
     * Reads a worker's log.
     *
     * @param file the file
     * @throws IOException when it cannot be read
     */
    public void readWorker(Path file) throws IOException {
        lines(file, this::workerLine);
    }

    /**
     * Reads the ledger's book.
     *
     * @param file the file
     * @throws IOException when it cannot be read
     */
    public void readLedger(Path file) throws IOException {
        lines(file, line -> {
            String[] parts = line.split("\t", -1);
            effects.add(new Effect(Long.parseLong(parts[0]), parts[1], parts[2], Long.parseLong(parts[3])));
        });
    }

    private static void lines(Path file, Consumer<String> line) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(line);
    }

    private void workerLine(String line) {
        String[] parts = line.split("\t", -1);
        long at = Long.parseLong(parts[1]);
        switch (parts[0]) {
            case "R" -> events.merge("worker started", 1, Integer::sum);
            case "B" -> calls.put(parts[2], new Call(parts[2], Integer.parseInt(parts[3]), at, null));
            case "E" -> {
                Call.Told told = new Call.Told(at, parts[4], parts[5], parts[6], parts[7], parts[8]);
                words.merge(told.word(), 1, Integer::sum);
                calls.computeIfPresent(parts[2], (id, begun) -> new Call(id, begun.operation(), begun.begun(), told));
            }
            case "V" -> events.merge(parts[2], 1, Integer::sum);
            case "I" -> events.merge("incident:" + parts[2], 1, Integer::sum);
            default -> throw new IllegalArgumentException("no line of a worker's log: " + line);
        }
    }

    /**
     * All calls.
     *
     * @return in the order in which they were read
     */
    public List<Call> calls() {
        return List.copyOf(calls.values());
    }

    /**
     * All effects.
     *
     * @return by time
     */
    public List<Effect> effects() {
        return List.copyOf(effects);
    }

    /**
     * How many calls were told something.
     *
     * @param word what
     * @return the number
     */
    public int told(String word) {
        return words.getOrDefault(word, 0);
    }

    /**
     * How often something rare was reached.
     *
     * @param event what
     * @return the number
     */
    public int reached(String event) {
        return events.getOrDefault(event, 0);
    }

    /**
     * Everything counted.
     *
     * @return answers and events, in words
     */
    public String summary() {
        return "answers " + words + ", events " + events;
    }
}
