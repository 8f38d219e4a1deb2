package dev.retrysafe.tool;

public class Lookup {}
