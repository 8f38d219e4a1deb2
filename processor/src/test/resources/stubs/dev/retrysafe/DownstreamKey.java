package dev.retrysafe;

public record DownstreamKey(String value) {}
