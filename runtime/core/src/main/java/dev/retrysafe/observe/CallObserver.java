package dev.retrysafe.observe;

/** Told when one call of a tool ends, and when it leaves the thread on which it began. */
@FunctionalInterface
public interface CallObserver {

    /**
     * The call ended: what its caller gets is decided and, if it executed, stored or refused.
     *
     * @param call what became of it
     */
    void finished(CallFinished call);

    /**
     * The call goes back to its caller, on the thread on which it began: what was bound to the thread is taken off. Comes
     * after {@link #finished}, but for a tool that returns a future perhaps before.
     */
    default void returned() {}
}
