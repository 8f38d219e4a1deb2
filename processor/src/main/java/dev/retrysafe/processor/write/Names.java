package dev.retrysafe.processor.write;

import java.util.HashSet;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Gives out names, each once: {@code item}, {@code item2}, {@code item3}. */
final class Names {

    private final Set<String> taken = new HashSet<>();

    String newName(String wish) {
        // After "get", a name may start with a digit.
        String start = Character.isJavaIdentifierStart(wish.codePointAt(0)) ? wish : "_" + wish;
        String name = SourceVersion.isName(start) ? start : start + "_";
        for (int i = 2; !taken.add(name); i++) {
            name = start + i;
        }
        return name;
    }
}
