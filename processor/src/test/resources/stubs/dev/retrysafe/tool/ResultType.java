package dev.retrysafe.tool;

public class ResultType<T> {}
