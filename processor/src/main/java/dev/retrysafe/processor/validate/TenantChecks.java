package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.KeyPart.Source;
import dev.retrysafe.processor.model.KeyValue;
import dev.retrysafe.processor.model.PathRead.Step;
import dev.retrysafe.processor.read.SourceReader;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.Property;
import dev.retrysafe.processor.type.TypeFacts;
import dev.retrysafe.processor.validate.KeyRule.Placeholder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Finds the arguments that are marked as the tenant, to be compared with the context's: in the key, as a parameter, or
 * as a member that a path leads to: not within a collection, an array or a map. The key's own tenant part is compared as it is rendered.
 */
final class TenantChecks {

    private static final int MOST_STEPS = 16;

    /** Beyond, a generic type contains ever larger versions of itself. */
    private static final int MOST_TYPES = 200;

    private final Subject subject;

    /** By signature. */
    private final Map<String, Boolean> leads = new HashMap<>();

    /** By what is read, so that one value is compared once. */
    private final Map<String, Source.Argument> found = new LinkedHashMap<>();

    TenantChecks(Subject subject) {
        this.subject = subject;
    }

    /** Whether the element says that its value is the tenant. */
    static boolean marks(Element element) {
        return Frameworks.annotation(element, Set.of(SourceReader.TENANT_SCOPE)) != null;
    }

    List<Source.Argument> find(List<Placeholder> placeholders, @Nullable Placeholder tenant) {
        for (Placeholder placeholder : placeholders) {
            if (placeholder.tenantItself() && placeholder.source() instanceof Source.Argument argument) {
                add(argument);
            }
        }
        List<? extends VariableElement> parameters = subject.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (subject.nameable(parameters.get(i))) {
                check(parameters.get(i), i);
            }
        }
        if (tenant != null && tenant.source() instanceof Source.Argument compared) {
            found.remove(identity(compared));
        }
        return new ArrayList<>(found.values());
    }

    private void check(VariableElement parameter, int index) {
        TypeMirror type = subject.typeOf(parameter);
        if (marks(parameter) || isMarked(type)) {
            read(parameter, index, List.of());
        }
        members(parameter, index, List.of(), type, Set.of());
    }

    /** Follows members to marked ones, however deep; a type that contains itself once. */
    private void members(
            VariableElement parameter, int index, List<String> names, TypeMirror type, Set<String> around) {
        TypeMirror present = present(type);
        Set<String> further = new HashSet<>(around);
        if (!leads(present) || !further.add(TypeFacts.signature(present)) || further.size() > MOST_STEPS) {
            return;
        }
        for (Property property :
                subject.properties().readable((DeclaredType) present).values()) {
            if (property.checked()) {
                continue;
            }
            List<String> path = new ArrayList<>(names);
            path.add(property.name());
            if (isMarked(property)) {
                read(parameter, index, path);
            }
            members(parameter, index, path, property.type(), further);
        }
    }

    /** Whether the type, or one that its members lead to, has a marked member. */
    private boolean leads(TypeMirror type) {
        return leads.computeIfAbsent(TypeFacts.signature(type), unused -> {
            Set<String> seen = new HashSet<>();
            Deque<TypeMirror> open = new ArrayDeque<>(List.of(type));
            while (!open.isEmpty() && seen.size() < MOST_TYPES) {
                TypeMirror next = open.removeFirst();
                if (hasMembers(next) && seen.add(TypeFacts.signature(next))) {
                    for (Property property :
                            subject.properties().readable((DeclaredType) next).values()) {
                        if (isMarked(property)) {
                            return true;
                        }
                        open.add(present(property.type()));
                    }
                }
            }
            return false;
        });
    }

    private boolean hasMembers(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED
                && !TypeFacts.isForeign(TypeFacts.nameOf(type))
                && new ScalarTypes(subject.facts()).of(type) == null;
    }

    private boolean isMarked(Property property) {
        return property.marks().stream().anyMatch(TenantChecks::marks) || isMarked(property.type());
    }

    private boolean isMarked(TypeMirror type) {
        TypeMirror present = present(type);
        return !TypeFacts.isForeign(TypeFacts.nameOf(present))
                && subject.facts().allSupertypes(present).stream()
                        .map(TypeFacts::element)
                        .anyMatch(element -> element != null && marks(element));
    }

    private TypeMirror present(TypeMirror type) {
        List<? extends TypeMirror> arguments = TypeFacts.nameOf(type).equals("java.util.Optional")
                ? subject.facts().argumentsOf(type, "java.util.Optional")
                : List.of();
        return arguments.isEmpty() ? type : arguments.get(0);
    }

    /** A marked value of several members is not compared itself; one of them may be, in the key. */
    private void read(VariableElement parameter, int index, List<String> names) {
        String root = parameter.getSimpleName().toString();
        String path = names.isEmpty() ? root : root + "." + String.join(".", names);
        TypeMirror start = subject.typeOf(parameter);
        PathResolver resolver = new PathResolver(
                subject, "tenant check of " + subject.name(), subject.source().name(), path, start);
        PathResolver.End end = resolver.follow(names, root);
        KeyValue kind = end == null || end.clock() != null ? null : PathResolver.kind(subject.facts(), end.type());
        if (kind != null) {
            add(new Source.Argument(index, resolver.read(root, start, kind)));
        }
    }

    private void add(Source.Argument argument) {
        found.putIfAbsent(identity(argument), argument);
    }

    /** What is read: equal for two paths to one value. */
    static String identity(Source.Argument argument) {
        return argument.index()
                + argument.read().steps().stream().map(TenantChecks::code).collect(Collectors.joining(".", ".", ""));
    }

    private static String code(Step step) {
        return step instanceof Step.Get get ? get.access().code() : ((Step.Unwrap) step).presentValue();
    }
}
