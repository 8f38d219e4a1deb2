package dev.retrysafe.samples.chaos.stage;

import dev.retrysafe.samples.chaos.plan.Plan;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a campaign was started with.
 *
 * @param store {@code redis}, {@code postgres} or {@code cluster}
 * @param naive whether the naive guard stands in for the library
 * @param plan seed, length, workers and rate
 */
record Arguments(String store, boolean naive, Plan plan) {

    private static final String USAGE =
            "--store redis|postgres|cluster --seconds N --variant retrysafe|naive --seed S [--workers N] [--rate N]";

    private static final Set<String> STORES = Set.of("redis", "postgres", "cluster");

    private static final Set<String> VARIANTS = Set.of("retrysafe", "naive");

    static Arguments parse(String[] arguments) {
        Map<String, String> given = new HashMap<>(Map.of(
                "store", "redis", "seconds", "60", "variant", "retrysafe", "seed", "1", "workers", "4", "rate", "25"));
        if (arguments.length % 2 != 0) {
            throw wrong("every option has a value");
        }
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].replaceFirst("^--", "");
            if (given.replace(name, arguments[i + 1]) == null) {
                throw wrong("no such option: " + arguments[i]);
            }
        }
        String store = one(given, "store", STORES);
        String variant = one(given, "variant", VARIANTS);
        long workers = number(given, "workers", 4, 64);
        return new Arguments(
                store,
                variant.equals("naive"),
                new Plan(
                        number(given, "seed", Long.MIN_VALUE, Long.MAX_VALUE),
                        (int) number(given, "seconds", 5, 86_400),
                        (int) workers,
                        (int) number(given, "rate", 1, 1_000)));
    }

    private static String one(Map<String, String> given, String name, Set<String> of) {
        String value = String.valueOf(given.get(name));
        if (!of.contains(value)) {
            throw wrong("--" + name + " " + value);
        }
        return value;
    }

    private static long number(Map<String, String> given, String name, long least, long most) {
        String text = String.valueOf(given.get(name));
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw wrong("--" + name + " " + text + " is not from " + least + " to " + most);
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + "; usage: " + USAGE);
    }
}
