package dev.retrysafe.spring;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds what somebody may have meant. */
final class Spelling {

    private Spelling() {}

    /** The candidate closest to a word; null when none is close. Capitals and separators count for nothing. */
    static @Nullable String closest(String word, Collection<String> candidates) {
        String closest = null;
        int smallest = Math.max(1, word.length() / 3) + 1;
        for (String candidate : candidates) {
            int distance = distance(plain(word), plain(candidate));
            if (distance < smallest) {
                smallest = distance;
                closest = candidate;
            }
        }
        return closest;
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** The least number of letters to insert, remove or replace. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        Arrays.setAll(previous, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
