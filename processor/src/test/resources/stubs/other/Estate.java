package other;

import java.util.Optional;

/** What a tool in another package inherits. */
public class Estate {
    protected Optional<String> findProtected(String id) {
        return Optional.empty();
    }

    public Optional<String> findPublic(String id) {
        return Optional.empty();
    }
}
