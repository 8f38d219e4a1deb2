package dev.retrysafe.observe;

/**
 * Told, never asked. Called on the caller's thread; for a tool that returns a future, {@link CallObserver#finished} may
 * come on the thread that completes it. Listeners are called in the order of their registration, and in the reverse
 * order at the end. An exception of a listener is logged and changes nothing.
 */
public interface SideEffectListener {

    /**
     * A call of a tool begins; key and fingerprint are not known yet.
     *
     * @param tool the tool's name
     * @return what is told when the call ends
     */
    default CallObserver callStarted(String tool) {
        return finished -> {};
    }

    /**
     * Something happened to a record that a person should know of.
     *
     * @param incident what
     */
    default void incident(Incident incident) {}

    /**
     * A person decided about a record. Told of every decision, also of one that is repeated or refused.
     *
     * @param resolution what was decided, and what the record said
     */
    default void resolutionAnswered(ResolutionAnswered resolution) {}
}
