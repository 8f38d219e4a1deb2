package dev.retrysafe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The effect was committed earlier and is not caused again, but its result cannot be given back: it was not stored, or
 * cannot be read any more. The receipt proves the effect.
 */
public final class ResultUnavailableException extends SideEffectException {

    private static final long serialVersionUID = 1L;

    private final CommitReceipt receipt;

    /**
     * Reports a replay without its result.
     *
     * @param facts what is common to all protocol failures
     * @param receipt the stored receipt
     * @param cause why the result cannot be read, null when it was never stored
     */
    public ResultUnavailableException(Facts facts, CommitReceipt receipt, @Nullable Throwable cause) {
        super(facts, cause);
        this.receipt = receipt;
    }

    /**
     * The proof of the effect.
     *
     * @return the receipt
     */
    public CommitReceipt receipt() {
        return receipt;
    }

    @Override
    public Decision decision() {
        return Decision.REPLAY;
    }

    @Override
    public boolean retryable() {
        return false;
    }

    @Override
    String status() {
        return CommitReceipt.COMMITTED;
    }

    @Override
    String nextAction() {
        return "use_receipt";
    }

    @Override
    void addTo(Map<String, Object> map) {
        Map<String, Object> members = receipt.toMap();
        members.remove("status");
        map.putAll(members);
    }
}
