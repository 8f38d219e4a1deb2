package dev.retrysafe.tool;

public class ToolMethod {}
