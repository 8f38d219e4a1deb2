package dev.retrysafe.jdbc;

import dev.retrysafe.store.Token;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** The tokens that were freed, and when: an attempt whose token is here never claims again, as long as it can be late. */
final class FreedTokens {

    private final Map<Token, Long> freedAt = new LinkedHashMap<>();

    /** Reads what {@link #text()} wrote; an {@link IllegalArgumentException} means that something else did. */
    static FreedTokens parse(String text) {
        FreedTokens freed = new FreedTokens();
        if (!text.isEmpty()) {
            for (String entry : text.split(" ", -1)) {
                int at = entry.indexOf('/');
                if (at < 0) {
                    throw new IllegalArgumentException("not a token and when it was freed");
                }
                freed.freedAt.put(token(entry.substring(0, at)), Long.valueOf(entry.substring(at + 1)));
            }
        }
        return freed;
    }

    static Token token(String text) {
        UUID uuid = UUID.fromString(text);
        if (!uuid.toString().equals(text)) {
            throw new IllegalArgumentException("not a token");
        }
        return new Token(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    boolean contains(Token token, long now) {
        Long at = freedAt.get(token);
        return at != null && remembered(at, now);
    }

    /** Those that cannot come any more are forgotten. */
    void add(Token token, long now) {
        freedAt.values().removeIf(at -> !remembered(at, now));
        freedAt.put(token, now);
    }

    private static boolean remembered(long freedAt, long now) {
        return freedAt + Token.LATE_AT_MOST.toMillis() > now;
    }

    String text() {
        return freedAt.entrySet().stream()
                .map(freed -> freed.getKey() + "/" + freed.getValue())
                .collect(Collectors.joining(" "));
    }
}
