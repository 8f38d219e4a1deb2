package dev.retrysafe.canonical;

public class KeyWriter {}
