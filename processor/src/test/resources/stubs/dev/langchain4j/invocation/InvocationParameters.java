package dev.langchain4j.invocation;

public class InvocationParameters {}
