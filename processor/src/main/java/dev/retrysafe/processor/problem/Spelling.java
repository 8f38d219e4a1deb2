package dev.retrysafe.processor.problem;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** "Did you mean": names one that is close to what was written, and nothing when none is. */
public final class Spelling {

    private Spelling() {}

    /** The closest of the candidates, if it is close: a third of the letters may differ. */
    public static Optional<String> closest(String written, Collection<String> candidates) {
        return candidates.stream()
                .filter(candidate -> distance(lower(written), lower(candidate)) <= written.length() / 3)
                .min(Comparator.comparingInt((String candidate) -> distance(lower(written), lower(candidate)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** A sentence for the end of a message; empty when nothing is close. */
    public static String didYouMean(String written, Collection<String> candidates) {
        return closest(written, candidates)
                .map(candidate -> "; did you mean \"" + candidate + "\"?")
                .orElse("");
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** The number of letters to insert, remove, replace or swap with their neighbour. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replace = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(d[i - 1][j - 1] + replace, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
