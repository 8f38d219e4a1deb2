package dev.retrysafe.observe;

/** Told when one call of a tool ends. */
@FunctionalInterface
public interface CallObserver {

    /**
     * The call ended: what its caller gets is decided and, if it executed, stored or refused.
     *
     * @param call what became of it
     */
    void finished(CallFinished call);
}
