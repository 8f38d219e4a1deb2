package dev.retrysafe;

/** Why a call is refused before anything happens. The codes are those of the diagnostics catalogue. */
public enum RefusalCode {
    /** The key needs a value of the call context that is not bound. */
    MISSING_CONTEXT("MissingContext", true),
    /** A value of the key is null, empty or blank. */
    BLANK_KEY_PART("BlankKeyPart", false),
    /** The key is longer than 512 characters, tool name included. */
    KEY_TOO_LONG("KeyTooLong", false),
    /** A text holds half of a surrogate pair, which has no UTF-8 form. */
    LONE_SURROGATE("LoneSurrogate", false),
    /** The argument that names the tenant differs from the call context's tenant. */
    TENANT_MISMATCH("TenantMismatch", true),
    /** The request is older than the tool keeps receipts, or lies in the future. */
    TOO_OLD("TooOld", true),
    /** The tool calls itself with the key that it is running under. */
    SELF_CALL("SelfCall", true),
    /** The arguments were changed between the claim and the method. */
    ARGUMENTS_CHANGED("ArgumentsChanged", false),
    /** The method was entered before within the same attempt. */
    ENTERED_TWICE("EnteredTwice", true),
    /** The method's transaction would be a part of its caller's, and be rolled back with it when the receipt is stored. */
    JOINS_CALLERS_TRANSACTION("JoinsCallersTransaction", true),
    /** An argument has no canonical form: not finite, too deep, too large, an unexpected subtype. */
    NOT_CANONICAL("NotCanonical", false),
    /** A getter or accessor that key or fingerprint need threw. */
    ARGUMENT_FAILED("ArgumentFailed", false),
    /** The run-time class of an argument is not the declared one that the fingerprint was compiled for. */
    UNEXPECTED_SUBTYPE("UnexpectedSubtype", false),
    /** The result is to be stored and no JSON library is on the class path. */
    NO_RESULT_CODEC("NoResultCodec", true),
    /** The store cannot keep what the tool's class of mutation promises. */
    UNSUPPORTED_BY_STORE("UnsupportedByStore", true),
    /** The tool's receipts would expire before those who wait for them stop waiting. */
    TTL_SHORTER_THAN_WAIT("TtlShorterThanWait", true),
    /** The tool's receipts would expire before the requests that they answer are too old to execute. */
    TTL_SHORTER_THAN_AGE("TtlShorterThanAge", true);

    private final String code;

    private final boolean needsHuman;

    RefusalCode(String code, boolean needsHuman) {
        this.code = code;
        this.needsHuman = needsHuman;
    }

    /**
     * The code as it stands in JSON and in the diagnostics catalogue.
     *
     * @return the code
     */
    public String code() {
        return code;
    }

    String nextAction() {
        return needsHuman ? "ask_a_human" : "fix_arguments";
    }
}
