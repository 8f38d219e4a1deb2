package dev.retrysafe;

/**
 * Marker on an exception type: when a tool throws it, nothing happened. The key is then released and a retry executes.
 * Implement it only where that is proved, for instance by a refusal of the remote side's validation; a timeout proves
 * nothing.
 */
public interface NoEffect {}
