package dev.retrysafe.processor.write;

import java.util.HashSet;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Gives out names, each once: {@code item}, {@code item2}, {@code item3}. */
final class Names {

    private final Set<String> taken = new HashSet<>();

    String newName(String wish) {
        String name = SourceVersion.isName(wish) ? wish : wish + "_";
        for (int i = 2; !taken.add(name); i++) {
            name = wish + i;
        }
        return name;
    }
}
