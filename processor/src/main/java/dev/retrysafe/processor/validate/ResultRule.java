package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.Completion;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Checks that a stored result can be given back equal to the first one. */
final class ResultRule {

    private static final Set<String> FUTURES =
            Set.of("java.util.concurrent.CompletableFuture", "java.util.concurrent.CompletionStage");

    private static final String MONO = "reactor.core.publisher.Mono";

    private static final List<String> LATER =
            List.of("java.util.concurrent.CompletionStage", "java.util.concurrent.Future", MONO);

    private static final Set<String> COLLECTIONS = Set.of(
            "java.util.Collection",
            "java.util.List",
            "java.util.Set",
            "java.util.SortedSet",
            "java.util.NavigableSet",
            "java.util.Queue",
            "java.util.Deque",
            "java.util.Map",
            "java.util.SortedMap",
            "java.util.NavigableMap",
            "java.util.Optional",
            "java.util.OptionalInt",
            "java.util.OptionalLong",
            "java.util.OptionalDouble",
            "java.util.ArrayList",
            "java.util.LinkedList",
            "java.util.ArrayDeque",
            "java.util.HashSet",
            "java.util.LinkedHashSet",
            "java.util.TreeSet",
            "java.util.HashMap",
            "java.util.LinkedHashMap",
            "java.util.TreeMap",
            "java.util.EnumMap",
            "java.util.EnumSet");

    private static final List<String> ONCE = List.of(
            "java.util.stream.BaseStream",
            "java.util.Iterator",
            "java.io.InputStream",
            "java.io.Reader",
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow.Publisher",
            "kotlinx.coroutines.flow.Flow");

    private static final Set<String> HTTP =
            Set.of("org.springframework.http.ResponseEntity", "org.springframework.http.HttpEntity");

    private final Subject subject;

    ResultRule(Subject subject) {
        this.subject = subject;
    }

    /**
     * What a method results in.
     *
     * @param type the value's type, boxed; null for none
     * @param completion how it arrives
     */
    record Result(@Nullable TypeMirror type, Completion completion) {}

    /** The result; null when it is wrong, which has been reported. */
    @Nullable
    Result check() {
        TypeMirror declared = subject.source().method().getReturnType();
        TypeMirror value = declared;
        Completion completion = completion(declared);
        if (completion != Completion.RETURN && subject.source().mutation().equals("LOCAL_TRANSACTION")) {
            reportLater(declared);
            return null;
        }
        if (completion != Completion.RETURN) {
            List<? extends TypeMirror> arguments = ((DeclaredType) declared).getTypeArguments();
            if (arguments.isEmpty()) {
                report(declared, "lacks its type argument");
                return null;
            }
            value = arguments.get(0);
        }
        if (value.getKind() == TypeKind.VOID || TypeFacts.nameOf(value).equals("java.lang.Void")) {
            return new Result(null, completion);
        }
        String fault = fault(value);
        if (fault != null) {
            report(declared, fault);
            return null;
        }
        String unfinished = new UnfinishedParts(subject.facts(), subject.properties()).fault(value);
        if (unfinished != null) {
            reportUnfinished(declared, unfinished);
            return null;
        }
        String unstorable = subject.source().storeResult() ? new StoredForms(subject.facts()).fault(value) : null;
        if (unstorable != null) {
            reportUnstorable(declared, unstorable);
            return null;
        }
        return new Result(boxed(value), completion);
    }

    private static Completion completion(TypeMirror declared) {
        String name = TypeFacts.nameOf(declared);
        if (name.equals(MONO)) {
            return Completion.MONO;
        }
        return FUTURES.contains(name) ? Completion.FUTURE : Completion.RETURN;
    }

    private TypeMirror boxed(TypeMirror type) {
        return type.getKind().isPrimitive()
                ? subject.facts().types().boxedClass((PrimitiveType) type).asType()
                : subject.facts().resolve(type);
    }

    private @Nullable String fault(TypeMirror type) {
        return switch (type.getKind()) {
            case ARRAY -> fault(((ArrayType) type).getComponentType());
            case TYPEVAR -> "holds the type variable " + type + ", whose class is not known when it is read back";
            case WILDCARD -> "holds a wildcard, whose class is not known when it is read back";
            case DECLARED -> declaredFault((DeclaredType) type);
            default -> null;
        };
    }

    private @Nullable String declaredFault(DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        if (HTTP.contains(name)) {
            return "carries a status and headers, which would not be replayed";
        }
        if (subject.facts().isA(type, LATER)) {
            return "holds the future " + TypeFacts.display(type)
                    + ": only a CompletableFuture, CompletionStage or Mono itself, around everything else, is waited for";
        }
        if (subject.facts().isA(type, ONCE)) {
            return "can be read only once, so there is nothing to replay";
        }
        if (type.getTypeArguments().isEmpty() && !element.getTypeParameters().isEmpty()) {
            return "lacks the type arguments of " + TypeFacts.display(type);
        }
        TypeElement invisible = subject.facts().visible(subject.home(), element) ? null : element;
        if (invisible != null) {
            return "names " + name + ", which is not visible from package "
                    + subject.home().getQualifiedName();
        }
        String open = openFault(type, element, name);
        if (open != null) {
            return open;
        }
        return type.getTypeArguments().stream()
                .map(this::fault)
                .filter(fault -> fault != null)
                .findFirst()
                .orElse(null);
    }

    private @Nullable String openFault(DeclaredType type, TypeElement element, String name) {
        boolean known = COLLECTIONS.contains(name)
                || element.getKind() == ElementKind.RECORD
                || element.getKind() == ElementKind.ENUM
                || element.getModifiers().contains(Modifier.SEALED);
        if (known) {
            return null;
        }
        boolean open = element.getKind().isInterface()
                || element.getModifiers().contains(Modifier.ABSTRACT)
                || name.equals("java.lang.Object");
        if (!open || name.equals("java.time.ZoneId")) {
            return null;
        }
        return (name.equals("java.lang.Object") ? "may be anything" : "holds the open type " + TypeFacts.display(type))
                + ", whose class is not known when it is read back";
    }

    private void report(TypeMirror type, String fault) {
        subject.report(
                ProblemCode.UNSUPPORTED_RESULT,
                subject.source().name(),
                "result of " + subject.name() + ", " + TypeFacts.display(type) + ", " + fault,
                "return a record, a final class, a sealed type, a list of these, an Optional, a CompletableFuture or a Mono.",
                "a replay must give the caller a result equal to the first one.");
    }

    private void reportLater(TypeMirror type) {
        subject.report(
                ProblemCode.UNSUPPORTED_RESULT,
                subject.source().name(),
                "result of " + subject.name() + ", " + TypeFacts.display(type)
                        + ", completes later than a LOCAL_TRANSACTION can wait",
                "return the value itself, or declare another mutation.",
                "a transaction belongs to the thread that began it, and ends when the method returns.");
    }

    private void reportUnfinished(TypeMirror type, String fault) {
        subject.report(
                ProblemCode.UNSUPPORTED_RESULT,
                subject.source().name(),
                "result of " + subject.name() + ", " + TypeFacts.display(type) + ", " + fault,
                "return what it gives once it is done; only a CompletableFuture, CompletionStage or Mono around the whole"
                        + " result is waited for.",
                "the call would be recorded as done before its effect has happened.");
    }

    private void reportUnstorable(TypeMirror type, String fault) {
        subject.report(
                ProblemCode.UNSUPPORTED_RESULT,
                subject.source().name(),
                "result of " + subject.name() + ", " + TypeFacts.display(type) + ", " + fault,
                "return a record of text, numbers, times, enums, lists and the like, or write storeResult = false: then"
                        + " only the receipt is kept, and a replay throws ResultUnavailableException with it.",
                "a replay must give the caller a result equal to the first one.");
    }
}
