package dev.retrysafe.redis;

/**
 * Something about a server that can cost receipts or claims.
 *
 * @param code what kind
 * @param severity how bad it is
 * @param message the value found, what it costs, and what to set
 */
public record DurabilityFinding(Code code, Severity severity, String message) {

    /** Kinds of findings. */
    public enum Code {
        /** Under memory pressure the server deletes records. */
        EVICTING_MEMORY_POLICY,
        /** A restart forgets everything. */
        NO_PERSISTENCE,
        /** A crash forgets everything since the last snapshot. */
        SNAPSHOTS_ONLY,
        /** Fewer replicas follow the server than have to confirm a claim. */
        TOO_FEW_REPLICAS,
        /** The server could not be asked, or did not say. */
        UNKNOWN
    }

    /** How bad a finding is. */
    public enum Severity {
        /** Effects can be let in twice in ordinary operation. */
        ERROR,
        /** Effects can be let in twice after a crash. */
        WARNING
    }
}
