package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.Map;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Where in a document a type is met.
 *
 * @param path the way to it, for messages
 * @param node what the fingerprint's paths say about it and below; null for nothing
 * @param by the path that selects it whole; null while only something below it is selected
 * @param depth how many types are around it
 * @param owner the object that it is a member of; null for a parameter
 * @param untyped whether an {@code Object} may stand for what the source does not say
 */
record Site(
        String path,
        @Nullable SelectionNode node,
        @Nullable Written<String> by,
        int depth,
        @Nullable Owner owner,
        boolean untyped) {

    boolean whole() {
        return by != null && (node == null || node.isLeaf());
    }

    /** Where a problem with the type is printed. */
    Place place() {
        if (by != null) {
            return by.place();
        }
        if (node == null) {
            throw new IllegalStateException("nothing selects " + path);
        }
        return node.paths().get(0).place();
    }

    /** What is said about members. */
    Map<String, SelectionNode> below() {
        return node == null ? Map.of() : node.below();
    }

    /** The same site, seen from within a container. */
    Site inside() {
        return new Site(path, node, by, depth + 1, owner, untyped);
    }

    /** Equal for types of which the same is reported. */
    String known(String signature) {
        return untyped ? signature + "?" : signature;
    }

    /** The same site, about whose members no path says anything, deeper by so many types. */
    Site wholly(int deeper) {
        return new Site(path, null, by, depth + deeper, owner, untyped);
    }

    /** The same site, of a type as it is written. */
    Site declaredAs(TypeMirror written, TypeFacts facts) {
        return facts.leavesOpen(written) ? new Site(path, node, by, depth, owner, true) : this;
    }

    @Nullable
    Site member(String name, @Nullable DeclaredType type) {
        SelectionNode child = node == null ? null : node.find(name);
        if (child != null && child.out() != null) {
            return null;
        }
        Written<String> selecting = child != null && child.in() != null ? child.in() : by;
        if (selecting == null && (child == null || !child.selects())) {
            return null;
        }
        return new Site(
                path + "." + name, child, selecting, depth + 1, type == null ? null : new Owner(type, this), untyped);
    }

    /** An object, and where it is met. */
    record Owner(DeclaredType type, Site site) {}
}
