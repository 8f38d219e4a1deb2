package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.read.Written;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One name in the tree of a fingerprint's paths: what is put in and taken out there, and the names below. */
final class SelectionNode {

    private final Map<String, SelectionNode> below = new LinkedHashMap<>();

    private @Nullable Written<String> in;

    private @Nullable Written<String> out;

    SelectionNode child(String name) {
        return below.computeIfAbsent(name, unused -> new SelectionNode());
    }

    @Nullable
    SelectionNode find(String name) {
        return below.get(name);
    }

    void putIn(Written<String> path) {
        in = path;
    }

    void takeOut(Written<String> path) {
        out = path;
    }

    /** The path that selects this value; null for none. */
    @Nullable
    Written<String> in() {
        return in;
    }

    /** The path that takes this value out; null for none. */
    @Nullable
    Written<String> out() {
        return out;
    }

    Map<String, SelectionNode> below() {
        return below;
    }

    /** Whether nothing is said about what is below. */
    boolean isLeaf() {
        return below.isEmpty();
    }

    /** Whether a path selects this value or one below. */
    boolean selects() {
        return in != null || below.values().stream().anyMatch(SelectionNode::selects);
    }

    /** Whether a path takes out this value or one below. */
    boolean takesOut() {
        return out != null || below.values().stream().anyMatch(SelectionNode::takesOut);
    }

    /** Every path that ends here or below. */
    List<Written<String>> paths() {
        List<Written<String>> found = new ArrayList<>();
        if (in != null) {
            found.add(in);
        }
        if (out != null) {
            found.add(out);
        }
        below.values().forEach(node -> found.addAll(node.paths()));
        return found;
    }

    /** Equal for nodes that select the same, whatever the order of their paths. */
    @Override
    public String toString() {
        return (in == null ? "" : "+") + (out == null ? "" : "-") + (below.isEmpty() ? "" : new TreeMap<>(below));
    }
}
