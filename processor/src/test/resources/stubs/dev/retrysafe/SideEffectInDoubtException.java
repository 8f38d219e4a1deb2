package dev.retrysafe;

public final class SideEffectInDoubtException extends SideEffectException {
    private static final long serialVersionUID = 1L;
}
