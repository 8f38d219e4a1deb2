package dev.retrysafe.engine;

/**
 * Tells whether load-time weaving is on. The aspect advises it like any annotated method, so it is woven when they are,
 * and the advice answers instead of it; this package need not know the aspect.
 */
final class WeavingProbe {

    private WeavingProbe() {}

    static boolean woven() {
        return false;
    }
}
