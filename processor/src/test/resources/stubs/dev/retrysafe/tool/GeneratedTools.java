package dev.retrysafe.tool;

public interface GeneratedTools {
    interface Shapes {}
}
