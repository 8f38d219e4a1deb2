package dev.retrysafe.jdbc;

import dev.retrysafe.store.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The last tokens that were freed: an attempt whose token is here never claims again. */
final class FreedTokens {

    private static final int MOST = 8;

    private final List<Token> tokens = new ArrayList<>();

    /** Reads what {@link #text()} wrote; an {@link IllegalArgumentException} means that something else did. */
    static FreedTokens parse(String text) {
        FreedTokens freed = new FreedTokens();
        if (!text.isEmpty()) {
            for (String token : text.split(" ", -1)) {
                freed.tokens.add(token(token));
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

    boolean contains(Token token) {
        return tokens.contains(token);
    }

    void add(Token token) {
        tokens.add(token);
        if (tokens.size() > MOST) {
            tokens.remove(0);
        }
    }

    String text() {
        return String.join(" ", tokens.stream().map(Token::toString).toList());
    }
}
