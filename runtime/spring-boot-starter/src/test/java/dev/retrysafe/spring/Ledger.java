package dev.retrysafe.spring;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What really happened outside: the effects, counted where they are caused. */
public final class Ledger {

    private final List<String> effects = new CopyOnWriteArrayList<>();

    void effect(String what) {
        effects.add(what);
    }

    /** Causes a numbered effect and returns its number, so that no two executions return the same. */
    synchronized String numbered(String what) {
        effects.add(what);
        return what + "-" + effects.size();
    }

    List<String> effects() {
        return List.copyOf(effects);
    }
}
