package dev.retrysafe.processor.problem;

/** The catalogue of what the processor finds. Each code has a page of its name in the documentation. */
public enum ProblemCode {
    // Keys.
    MALFORMED_KEY("MalformedKey"),
    MISSING_TENANT_SCOPE("MissingTenantScope"),
    MISSING_OPERATION("MissingOperation"),
    TENANT_FROM_MODEL("TenantFromModel"),
    UNKNOWN_PATH("UnknownPath"),
    UNSUPPORTED_KEY_TYPE("UnsupportedKeyType"),
    VOLATILE_KEY_TYPE("VolatileKeyType"),
    VOLATILE_KEY_NAME("VolatileKeyName", Severity.ERROR, true),
    SUSPECT_KEY_NAME("SuspectKeyName", Severity.WARNING, true),
    COARSE_OPERATION("CoarseOperation", Severity.WARNING, true),
    RESERVED_PARAMETER_NAME("ReservedParameterName"),

    // Fingerprints.
    MALFORMED_PATH("MalformedPath"),
    EMPTY_FINGERPRINT("EmptyFingerprint"),
    OVERLAPPING_PATHS("OverlappingPaths"),
    EXCLUSION_WITHOUT_EFFECT("ExclusionWithoutEffect"),
    PATH_BELOW_SEALED_TYPE("PathBelowSealedType"),
    NO_CANONICAL_FORM("NoCanonicalForm"),
    INVISIBLE_TYPE("InvisibleType"),
    CHECKED_ACCESSOR("CheckedAccessor"),
    LOMBOK_NOT_READY("LombokNotReady"),
    VOLATILE_FINGERPRINT("VolatileFingerprint", Severity.WARNING, true),
    FLOATING_POINT_AMOUNT("FloatingPointAmount", Severity.WARNING, true),
    FIELD_WITHOUT_GETTER("FieldWithoutGetter", Severity.WARNING, true),
    UNDECIDED_PARAMETER("UndecidedParameter", Severity.WARNING, true),
    IDEMPOTENT_LEAVES_OUT("IdempotentLeavesOut", Severity.WARNING, true),

    // Results, receipts, recovery, failures.
    UNSUPPORTED_RESULT("UnsupportedResult"),
    UNSUPPORTED_RECEIPT_TYPE("UnsupportedReceiptType"),
    MALFORMED_DURATION("MalformedDuration"),
    TTL_SHORTER_THAN_WAIT("TtlShorterThanWait", Severity.ERROR, true),
    MISSING_RESEND_WITHIN("MissingResendWithin"),
    UNEXPECTED_RESEND_WITHIN("UnexpectedResendWithin"),
    TRUST_WITHOUT_LOOKUP("TrustWithoutLookup"),
    UNKNOWN_LOOKUP("UnknownLookup"),
    LOOKUP_MISMATCH("LookupMismatch"),
    REPLAY_CONSTRUCTOR("ReplayConstructor"),
    UNPROVEN_NO_EFFECT("UnprovenNoEffect"),
    CONTRADICTING_FAILURES("ContradictingFailures"),

    // Methods and tools.
    PRIVATE_METHOD("PrivateMethod"),
    STATIC_METHOD("StaticMethod"),
    FINAL_METHOD("FinalMethod"),
    FINAL_CLASS("FinalClass"),
    INVISIBLE_TOOL_TYPE("InvisibleToolType"),
    ASYNC_FIRE_AND_FORGET("AsyncFireAndForget"),
    ILLEGAL_TOOL_NAME("IllegalToolName"),
    DUPLICATE_TOOL_NAME("DuplicateToolName"),
    READ_ONLY_SIDE_EFFECT("ReadOnlySideEffect"),
    UNANNOTATED_OVERRIDE("UnannotatedOverride"),
    SELF_INVOCATION("SelfInvocation", Severity.ERROR, true),
    UNCLASSIFIED_TOOL("UnclassifiedTool", Severity.WARNING, true),

    // The compilation.
    GENERATED_NAME_CLASH("GeneratedNameClash"),
    WRONG_OPTION("WrongOption");

    private final String id;

    private final Severity severity;

    private final boolean adjustable;

    ProblemCode(String id) {
        this(id, Severity.ERROR, false);
    }

    ProblemCode(String id, Severity severity, boolean adjustable) {
        this.id = id;
        this.severity = severity;
        this.adjustable = adjustable;
    }

    /** The code as users see it. */
    public String id() {
        return id;
    }

    /** How loud it is unless the compilation's options say otherwise. */
    public Severity severity() {
        return severity;
    }

    /** Whether users may silence it: warnings, and findings that rest on a name or on what the compiler cannot see. */
    public boolean adjustable() {
        return adjustable;
    }
}
