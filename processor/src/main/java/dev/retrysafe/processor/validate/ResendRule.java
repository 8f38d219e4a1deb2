package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.Property;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Warns of what the fingerprint of a tool leaves out that may be sent again under the same derived key: it may differ then,
 * and a remote side that remembers the key with its body refuses it. Not of what the key reads, which is the same then, nor
 * of what is naturally idempotent, for which no remote side has to remember anything.
 */
final class ResendRule {

    private static final Set<String> FUNCTIONAL = Set.of("java.lang.FunctionalInterface");

    private final Subject subject;

    private final List<List<String>> keyPaths;

    /**
     * Looks at a tool.
     *
     * @param subject the tool
     * @param keyPaths what its key reads
     */
    ResendRule(Subject subject, List<List<String>> keyPaths) {
        this.subject = subject;
        this.keyPaths = keyPaths;
    }

    /** Warns of what the paths take out. */
    void check(@Nullable SelectionNode root) {
        if (root == null) {
            return;
        }
        for (VariableElement parameter : subject.arguments()) {
            String name = parameter.getSimpleName().toString();
            SelectionNode node = root.find(name);
            if (node != null && !isCallback(parameter)) {
                check(parameter, List.of(name), node);
            }
        }
    }

    private void check(VariableElement parameter, List<String> names, SelectionNode node) {
        Written<String> out = node.out();
        if (out != null && !isInKey(parameter, names)) {
            leavesOut(String.join(".", names), out.place(), List.of(parameter));
        }
        node.below()
                .forEach((name, below) -> check(
                        parameter,
                        Stream.concat(names.stream(), Stream.of(name)).toList(),
                        below));
    }

    /** Itself, or the only component of a record. */
    private boolean isInKey(VariableElement parameter, List<String> names) {
        if (keyPaths.contains(names)) {
            return true;
        }
        TypeMirror type = names.size() == 1 ? subject.typeOf(parameter) : null;
        Property only = type == null ? null : subject.properties().onlyComponent(type);
        return only != null && keyPaths.contains(List.of(names.get(0), only.name()));
    }

    /** A function is nothing that is sent. */
    private boolean isCallback(VariableElement parameter) {
        Element type = TypeFacts.element(subject.typeOf(parameter));
        return type != null && Frameworks.annotation(type, FUNCTIONAL) != null;
    }

    /** Warns, where the tool is one that is sent again within a time. */
    void leavesOut(String what, Place place, List<? extends Element> about) {
        if (!subject.source().mutation().equals("IDEMPOTENT")
                || subject.source().recovery().resendWithin().value().equals("forever")) {
            return;
        }
        subject.report(
                ProblemCode.IDEMPOTENT_LEAVES_OUT,
                place,
                about,
                subject.name() + " is IDEMPOTENT, and its fingerprint leaves out " + what
                        + ", which the remote side may see",
                "put it into the fingerprint; or send nothing of it, and say so with"
                        + " @SuppressWarnings(\"retrysafe:IdempotentLeavesOut\").",
                "a resend may carry another value under the same derived key, which a remote side that remembers the"
                        + " request refuses (400, 409, 422), though it did the first one.");
    }
}
