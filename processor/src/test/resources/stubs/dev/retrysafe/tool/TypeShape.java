package dev.retrysafe.tool;

public class TypeShape {}
