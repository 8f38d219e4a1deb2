package dev.retrysafe.engine;

/** What becomes of a call whose tenant comes from an argument, while no tenant is bound that it could be compared with. */
public enum TenantArgument {
    /** It is served. For applications whose callers can only name tenants that are theirs. */
    ALLOWED,
    /** It is refused ({@code MissingContext}). For applications whose arguments come from models, or from outside. */
    CHECKED
}
