package dev.retrysafe.samples.ticketdesk.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Writes the story down, one line per call, and keeps count: of decisions, of surprises, of calls per operation. */
final class Protocol {

    private final PrintStream out;

    private final Map<String, Integer> decisions = new TreeMap<>();

    private final Map<String, Integer> calls = new LinkedHashMap<>();

    private final Map<String, Integer> effectsExpected = new LinkedHashMap<>();

    private int surprises;

    Protocol(PrintStream out) {
        this.out = out;
    }

    void chapter(String title) {
        out.printf("%n%s%n", title);
    }

    /** Writes a call's line. */
    void call(Ask ask, String what, Answer answer, String expected, String remark) {
        decisions.merge(answer.decision(), 1, Integer::sum);
        calls.merge(ask.operation(), 1, Integer::sum);
        out.printf("%4d  %-54s %-12s %s%n", total(calls), what, answer.decision(), remark);
        expect(answer.decision().equals(expected), "expected " + expected + ", got " + answer.body());
    }

    void detail(String text) {
        out.printf("      %s%n", text);
    }

    void json(JsonNode body) {
        Http.JSON
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(body)
                .lines()
                .forEach(line -> out.printf("        %s%n", line));
    }

    void expect(boolean holds, String surprise) {
        if (!holds) {
            surprises++;
            out.printf("      UNEXPECTED: %s%n", surprise);
        }
    }

    /** Says how many effects an operation must have in the end. */
    void expectEffects(Ask ask, int effects) {
        effectsExpected.put(ask.operation(), effects);
    }

    /**
     * Holds the ledger against the calls and writes the last line.
     *
     * @return whether all was as expected
     */
    boolean close(Effects effects) throws IOException {
        out.printf("      %-46s %6s %8s%n", "operation", "calls", "effects");
        for (Map.Entry<String, Integer> operation : calls.entrySet()) {
            int found = effects.of(operation.getKey()).size();
            out.printf("      %-46s %6d %8d%n", operation.getKey(), operation.getValue(), found);
            int expected = effectsExpected.getOrDefault(operation.getKey(), 0);
            expect(found == expected, "expected " + expected + " effects of " + operation.getKey());
        }
        int all = effects.all().size();
        expect(all == total(effectsExpected), "the ledger has effects that nobody asked for");
        long duplicates = effects.duplicates();
        expect(duplicates == 0, "the ledger has duplicates");
        if (surprises > 0) {
            out.printf("%n%d things were not as expected; the logs lie beside the ledger.%n", surprises);
        }
        out.printf(
                "%ncalls=%d effects=%d replays=%d conflicts=%d in_doubt=%d duplicates=%d%n",
                total(calls), all, count("replay"), count("conflict"), count("in_doubt"), duplicates);
        return surprises == 0;
    }

    private int count(String decision) {
        return decisions.getOrDefault(decision, 0);
    }

    private static int total(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
}
