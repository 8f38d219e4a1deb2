package dev.retrysafe.canonical;

public class CanonicalWriter {}
