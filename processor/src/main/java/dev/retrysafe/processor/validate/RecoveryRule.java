package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.ToolModel;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Spelling;
import dev.retrysafe.processor.read.InheritedTools;
import dev.retrysafe.processor.read.ToolSource.RecoverySource;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.TypeFacts;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Checks that recovery fits the class of mutation, and that the lookup can be asked. */
final class RecoveryRule {

    private static final String IDEMPOTENT = "IDEMPOTENT";

    private static final String FOREVER = "forever";

    private static final String OBJECT = "java.lang.Object";

    private static final String OPTIONAL = "java.util.Optional";

    private static final String DOWNSTREAM_KEY = "dev.retrysafe.DownstreamKey";

    private final Subject subject;

    private final RecoverySource recovery;

    RecoveryRule(Subject subject) {
        this.subject = subject;
        this.recovery = subject.source().recovery();
    }

    /** What settles an effect in doubt; what is wrong has been reported. */
    ToolModel.Recovery check(ResultRule.@Nullable Result result) {
        Duration resendWithin = checkResending();
        Duration trustAbsentAfter = checkTrust();
        ToolModel.Lookup lookup = recovery.reconcile().value().isEmpty() || result == null
                ? null
                : checkLookup(recovery.reconcile(), result.type());
        return new ToolModel.Recovery(
                recovery.reconcile().value(),
                lookup,
                trustAbsentAfter,
                resendWithin,
                recovery.resendWithin().value().equals(FOREVER));
    }

    private @Nullable Duration checkResending() {
        Written<String> resendWithin = recovery.resendWithin();
        boolean idempotent = subject.source().mutation().equals(IDEMPOTENT);
        if (idempotent && resendWithin.value().isEmpty()) {
            subject.report(
                    ProblemCode.MISSING_RESEND_WITHIN,
                    subject.source().annotation(),
                    subject.name() + " is IDEMPOTENT, but does not say how long it may be sent again",
                    "add recovery = @Recovery(resendWithin = \"24h\"), no longer than the remote side remembers keys, or"
                            + " \"forever\" for a naturally idempotent operation.",
                    "a key sent again after the remote side forgot it causes a second effect.");
        }
        if (!idempotent && !resendWithin.value().isEmpty()) {
            subject.report(
                    ProblemCode.UNEXPECTED_RESEND_WITHIN,
                    resendWithin.place(),
                    subject.name() + " has resendWithin = \"" + resendWithin.value() + "\", but is "
                            + subject.source().mutation(),
                    "remove it, or declare mutation = Mutation.IDEMPOTENT if sending twice does no harm.",
                    "only an idempotent effect may be sent again.");
        }
        return resendWithin.value().equals(FOREVER) ? null : new Durations(subject).check("resendWithin", resendWithin);
    }

    private @Nullable Duration checkTrust() {
        Written<String> trust = recovery.trustAbsentAfter();
        Duration duration = new Durations(subject).check("trustAbsentAfter", trust);
        if (!trust.value().isEmpty() && recovery.reconcile().value().isEmpty()) {
            subject.report(
                    ProblemCode.TRUST_WITHOUT_LOOKUP,
                    trust.place(),
                    subject.name() + " has trustAbsentAfter = \"" + trust.value()
                            + "\", but no lookup to say \"absent\"",
                    "name a lookup method with reconcile, or remove trustAbsentAfter.",
                    "elapsed time alone never proves that nothing happened.");
        }
        return duration;
    }

    private ToolModel.@Nullable Lookup checkLookup(Written<String> name, @Nullable TypeMirror result) {
        List<ExecutableElement> methods = ElementFilter.methodsIn(
                subject.facts().elements().getAllMembers(subject.source().type()));
        List<ExecutableElement> candidates = methods.stream()
                .filter(method -> method.getSimpleName().contentEquals(name.value()))
                .toList();
        if (candidates.isEmpty()) {
            unknownLookup(name, methods);
            return null;
        }
        String fault = null;
        for (ExecutableElement candidate : candidates) {
            fault = fault(candidate, result);
            if (fault == null) {
                return lookup(candidate, result);
            }
        }
        subject.report(
                ProblemCode.LOOKUP_MISMATCH,
                name.place(),
                "lookup " + name.value() + " of " + subject.name() + " " + fault,
                "its parameters are any of " + subject.name()
                        + "'s, by name and type, and optionally one DownstreamKey; it" + " returns " + wanted(result)
                        + ".",
                "what the lookup finds is committed and given to the caller as the result.");
        return null;
    }

    private ToolModel.Lookup lookup(ExecutableElement method, @Nullable TypeMirror result) {
        return new ToolModel.Lookup(
                method.getSimpleName().toString(),
                subject.facts().types().erasure(subject.source().type().asType()),
                method.getModifiers().contains(Modifier.STATIC),
                method.getParameters().stream()
                        .map(parameter -> new ToolModel.LookupArgument(
                                isKey(parameter) ? -1 : indexOf(parameter),
                                subject.facts().types().erasure(parameter.asType())))
                        .toList(),
                result != null && TypeFacts.nameOf(result).equals(OPTIONAL));
    }

    private void unknownLookup(Written<String> name, List<ExecutableElement> methods) {
        TreeSet<String> names = new TreeSet<>();
        for (ExecutableElement method : methods) {
            if (!subject.facts().isMember(method, OBJECT)) {
                names.add(method.getSimpleName().toString());
            }
        }
        subject.report(
                ProblemCode.UNKNOWN_LOOKUP,
                name.place(),
                "lookup of " + subject.name() + ": " + subject.source().type().getSimpleName() + " has no method \""
                        + name.value() + "\"" + Spelling.didYouMean(name.value(), names),
                "name a method of the same type.",
                "without the lookup an effect in doubt waits for a person.");
    }

    private @Nullable String fault(ExecutableElement lookup, @Nullable TypeMirror result) {
        Set<Modifier> modifiers = lookup.getModifiers();
        if (modifiers.contains(Modifier.PRIVATE)) {
            return "is private, so generated code cannot call it";
        }
        if (InheritedTools.isTool(subject.facts(), lookup, subject.source().type())) {
            return "carries @SideEffect: to look would be to act";
        }
        if (subject.facts().isMember(lookup, OBJECT)) {
            return "is a method of Object, which looks nothing up";
        }
        if (!subject.facts().reachable(subject.home(), lookup)) {
            return "is not visible from package " + subject.home().getQualifiedName()
                    + ", so generated code cannot call it";
        }
        boolean onlyToolIsStatic = subject.source().method().getModifiers().contains(Modifier.STATIC)
                && !modifiers.contains(Modifier.STATIC);
        if (onlyToolIsStatic) {
            return "is not static, while " + subject.name() + " is, so there is no object to ask";
        }
        int keys = 0;
        for (VariableElement parameter : lookup.getParameters()) {
            boolean isKey = isKey(parameter);
            keys += isKey ? 1 : 0;
            if (keys > 1) {
                return "has two parameters of type DownstreamKey";
            }
            if (!isKey && indexOf(parameter) < 0) {
                return "has the parameter \"" + TypeFacts.display(parameter.asType()) + " " + parameter.getSimpleName()
                        + "\", which " + subject.name() + " has not";
            }
        }
        return returnsWanted(lookup.getReturnType(), result)
                ? null
                : "returns " + TypeFacts.display(lookup.getReturnType()) + ", not " + wanted(result);
    }

    private static boolean isKey(VariableElement parameter) {
        return TypeFacts.nameOf(parameter.asType()).equals(DOWNSTREAM_KEY);
    }

    /** The index of the tool's parameter of the same name and type, -1 for none. */
    private int indexOf(VariableElement parameter) {
        List<? extends VariableElement> own = subject.parameters();
        for (int i = 0; i < own.size(); i++) {
            if (own.get(i).getSimpleName().equals(parameter.getSimpleName())
                    && subject.facts().types().isSameType(own.get(i).asType(), parameter.asType())) {
                return i;
            }
        }
        return -1;
    }

    private boolean returnsWanted(TypeMirror returned, @Nullable TypeMirror result) {
        if (result == null) {
            return returned.getKind() == TypeKind.BOOLEAN;
        }
        return TypeFacts.nameOf(returned).equals(OPTIONAL)
                && ((DeclaredType) returned).getTypeArguments().size() == 1
                && subject.facts()
                        .types()
                        .isSameType(((DeclaredType) returned).getTypeArguments().get(0), unwrapped(result));
    }

    private TypeMirror unwrapped(TypeMirror result) {
        List<? extends TypeMirror> inner =
                TypeFacts.nameOf(result).equals(OPTIONAL) ? ((DeclaredType) result).getTypeArguments() : List.of();
        return inner.isEmpty() ? result : inner.get(0);
    }

    private String wanted(@Nullable TypeMirror result) {
        return result == null ? "boolean" : "Optional<" + TypeFacts.display(unwrapped(result)) + ">";
    }
}
