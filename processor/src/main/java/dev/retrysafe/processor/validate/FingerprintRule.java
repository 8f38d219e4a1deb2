package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.Canonical;
import dev.retrysafe.processor.model.Form;
import dev.retrysafe.processor.model.ToolModel.Argument;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Spelling;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.Frameworks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Checks the fingerprint's paths against the method's parameters and makes the model of what they select. */
final class FingerprintRule {

    private final Subject subject;

    private final @Nullable SelectionNode root;

    FingerprintRule(Subject subject) {
        this.subject = subject;
        this.root = FingerprintPaths.read(subject);
    }

    /** The selected parameters; what is wrong has been reported. */
    List<Argument> check() {
        if (root == null) {
            return List.of();
        }
        int before = subject.problems().errors();
        checkNames(root);
        List<Argument> selected = select(root);
        if (subject.problems().errors() == before
                && root.takesOut()
                && selected.stream().allMatch(argument -> saysNothing(argument.value(), new HashSet<>()))) {
            subject.report(
                    ProblemCode.EMPTY_FINGERPRINT,
                    subject.source().fingerprint().place(),
                    "fingerprint of " + subject.name() + " takes out everything that it puts in",
                    "leave in what makes a call another effect, such as an amount or a recipient.",
                    "without it, a retry with other arguments would be answered with the first call's result.");
        }
        return selected;
    }

    private void checkNames(SelectionNode root) {
        List<String> known = subject.arguments().stream()
                .map(parameter -> parameter.getSimpleName().toString())
                .toList();
        Set<String> injected = new HashSet<>();
        for (VariableElement parameter : subject.parameters()) {
            if (Frameworks.injects(parameter)) {
                injected.add(parameter.getSimpleName().toString());
            }
        }
        root.below().forEach((name, node) -> {
            if (!known.contains(name)) {
                node.paths().forEach(path -> unknown(name, path, known, injected.contains(name)));
            }
        });
    }

    private void unknown(String name, Written<String> path, List<String> known, boolean injected) {
        String fault;
        if (injected) {
            fault = "\"" + name + "\" is filled in by the framework and never counts";
        } else if (name.equals("ctx")) {
            fault = "the call context is not part of an effect";
        } else {
            fault = "there is no parameter \"" + name + "\"" + Spelling.didYouMean(name, known);
        }
        subject.report(
                ProblemCode.UNKNOWN_PATH,
                path.place(),
                "fingerprint of " + subject.name() + " names \"" + path.value() + "\", but " + fault,
                known.isEmpty()
                        ? "write fingerprint = \"*\"."
                        : "start the path with one of the parameters: " + String.join(", ", known) + ".",
                "a path that selects nothing protects nothing.");
    }

    private List<Argument> select(SelectionNode root) {
        CanonicalForms forms = new CanonicalForms(subject);
        FingerprintWarnings warnings = new FingerprintWarnings(subject);
        List<Argument> selected = new ArrayList<>();
        List<? extends VariableElement> parameters = subject.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            VariableElement parameter = parameters.get(i);
            String name = parameter.getSimpleName().toString();
            Site top = new Site("", root, root.in(), 0, null, false).member(name, null);
            if (Frameworks.injects(parameter) || !subject.nameable(parameter) || top == null) {
                continue;
            }
            Site site = new Site(name, top.node(), top.by(), 0, null, false)
                    .declaredAs(parameter.asType(), subject.facts());
            TypeMirror type = subject.typeOf(parameter);
            warnings.check(name, type, site, List.of(parameter));
            Canonical value = forms.of(type, site);
            if (value != null) {
                selected.add(new Argument(i, name, type, value));
            }
        }
        return selected;
    }

    private static boolean saysNothing(Canonical value, Set<Form> met) {
        return value instanceof Canonical.Shaped shaped
                && shaped.form().leaves().isEmpty()
                && (!met.add(shaped.form())
                        || shaped.form().members().stream().allMatch(member -> saysNothing(member.value(), met)));
    }

    /** The tree of the paths; null when they are wrong. */
    @Nullable
    SelectionNode root() {
        return root;
    }
}
