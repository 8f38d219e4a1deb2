package dev.retrysafe;

import java.util.Map;

/** The key is known with another fingerprint: this is another effect under a used key. Nothing was done. */
public final class SideEffectConflictException extends SideEffectException {

    private static final long serialVersionUID = 1L;

    private final EffectConflict conflict;

    /**
     * Reports a conflict.
     *
     * @param facts what is common to all protocol failures
     * @param conflict the two fingerprints
     */
    public SideEffectConflictException(Facts facts, EffectConflict conflict) {
        super(facts, null);
        this.conflict = conflict;
    }

    /**
     * What differs.
     *
     * @return the conflict
     */
    public EffectConflict conflict() {
        return conflict;
    }

    @Override
    public Decision decision() {
        return Decision.CONFLICT;
    }

    @Override
    public boolean retryable() {
        return false;
    }

    @Override
    String status() {
        return conflict.status();
    }

    @Override
    String nextAction() {
        return "ask_a_human";
    }

    @Override
    void addTo(Map<String, Object> map) {
        map.putAll(conflict.toMap());
    }
}
