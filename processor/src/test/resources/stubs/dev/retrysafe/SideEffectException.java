package dev.retrysafe;

public abstract class SideEffectException extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
