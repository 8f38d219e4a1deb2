package dev.retrysafe.tool;

public class ToolDefinition {}
