package dev.retrysafe.samples.chaos.check;

import dev.retrysafe.samples.chaos.plan.Fault;
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
import java.util.function.UnaryOperator;

/** Reads what workers and the ledger wrote. A last line that a SIGKILL cut short counts for nothing. */
public final class Logs {

    private final Map<String, Call> calls = new LinkedHashMap<>();

    private final Map<String, Integer> words = new TreeMap<>();

    private final Map<String, Integer> events = new TreeMap<>();

    private final List<Effect> effects = new ArrayList<>();

    private final Map<String, Request> requests = new LinkedHashMap<>();

    private final List<Trail.Absence> absences = new ArrayList<>();

    private final List<Trouble> troubles = new ArrayList<>();

    private final List<Alarm> alarms = new ArrayList<>();

    /**
     * Reads a worker's log.
     *
     * @param file the file
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException when something in it is not known
     */
    public void readWorker(Path file) throws IOException {
        String run = String.valueOf(file.getFileName());
        lines(file, parts -> workerLine(run, parts));
    }

    /**
     * Reads the ledger's book.
     *
     * @param file the file
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException when something in it is not known
     */
    public void readLedger(Path file) throws IOException {
        lines(file, this::ledgerLine);
    }

    /**
     * Reads when faults struck.
     *
     * @param file the file
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException when something in it is not known
     */
    public void readFaults(Path file) throws IOException {
        Map<String, Trouble> begun = new LinkedHashMap<>();
        lines(file, parts -> faultLine(parts, begun));
        // What never ended was going on to the last.
        troubles.addAll(begun.values());
    }

    private static void lines(Path file, Consumer<String[]> line) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(each -> each.split("\t", -1))
                .forEach(line);
    }

    private static IllegalArgumentException unknown(String whose, String[] parts) {
        return new IllegalArgumentException("no line of " + whose + ": " + String.join(" ", parts));
    }

    private void workerLine(String run, String[] parts) {
        long at = Long.parseLong(parts[1]);
        switch (parts[0]) {
            case "R" -> events.merge("worker started", 1, Integer::sum);
            case "B" -> calls.put(parts[2], Call.begun(parts[2], Integer.parseInt(parts[3]), at));
            case "C" ->
                change(
                        parts,
                        call -> call.with(new Call.Claimed(at, Long.parseLong(parts[3]), Words.isTakeover(parts[4]))));
            case "S" -> change(parts, call -> call.withSent(at));
            case "E" -> {
                Call.Told told =
                        new Call.Told(at, Words.answer(parts[4]), parts[5], parts[6], parts[7], parts[8], parts[9]);
                words.merge(told.word(), 1, Integer::sum);
                change(parts, call -> call.with(told));
            }
            case "V" -> events.merge(Words.event(parts[2]), 1, Integer::sum);
            case "I" -> {
                events.merge("incident:" + Words.incident(parts[2]), 1, Integer::sum);
                alarms.add(new Alarm(parts[2], parts[3], parts[5]));
            }
            case "G" -> {
                events.merge("stood still", 1, Integer::sum);
                troubles.add(new Trouble(Fault.Kind.PAUSE, run, at - Long.parseLong(parts[2]), at));
            }
            default -> throw unknown("a worker's log", parts);
        }
    }

    private void change(String[] parts, UnaryOperator<Call> change) {
        Call call = calls.get(parts[2]);
        if (call == null) {
            throw unknown("a call that had begun", parts);
        }
        calls.put(parts[2], change.apply(call));
    }

    private void ledgerLine(String[] parts) {
        long at = Long.parseLong(parts[1]);
        switch (parts[0]) {
            case "E" -> effects.add(new Effect(at, parts[2], parts[3], Long.parseLong(parts[4])));
            case "Q" ->
                requests.put(
                        parts[2] + " " + parts[3],
                        new Request(
                                at,
                                parts[2],
                                Request.Fate.valueOf(parts[4]),
                                Words.isDropped(parts[5]),
                                Request.NEVER));
            case "W" -> {
                Request request = requests.get(parts[2] + " " + parts[3]);
                if (request == null) {
                    throw unknown("a request that had arrived", parts);
                }
                requests.put(
                        parts[2] + " " + parts[3],
                        new Request(request.at(), request.name(), request.fate(), request.dropped(), at));
            }
            case "L" -> {
                if (Words.isAbsent(parts[3])) {
                    absences.add(new Trail.Absence(at, parts[2]));
                }
            }
            default -> throw unknown("the ledger's book", parts);
        }
    }

    private void faultLine(String[] parts, Map<String, Trouble> begun) {
        if (!parts[0].equals("F")) {
            throw unknown("the log of faults", parts);
        }
        long at = Long.parseLong(parts[1]);
        String name = parts[2] + " " + parts[3];
        Trouble begin = begun.remove(name);
        if (Words.isEnd(parts[4])) {
            if (begin == null) {
                throw unknown("a fault that had begun", parts);
            }
            troubles.add(new Trouble(begin.kind(), begin.target(), begin.from(), at));
            if (begin.kind() == Fault.Kind.SLOW_STORE) {
                events.merge("store slow", 1, Integer::sum);
            }
        } else {
            begun.put(name, new Trouble(Fault.Kind.valueOf(parts[2]), parts[3], at, Long.MAX_VALUE));
        }
    }

    /**
     * What tells why.
     *
     * @return requests, faults and incidents
     */
    public Trail trail() {
        return new Trail(
                List.copyOf(requests.values()), List.copyOf(absences), List.copyOf(troubles), List.copyOf(alarms));
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
