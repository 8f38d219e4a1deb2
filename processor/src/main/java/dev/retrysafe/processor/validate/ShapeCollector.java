package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.Canonical;
import dev.retrysafe.processor.model.Form;
import dev.retrysafe.processor.model.KeyPart.Source;
import dev.retrysafe.processor.model.KeyValue;
import dev.retrysafe.processor.model.PathRead;
import dev.retrysafe.processor.model.Scalar;
import dev.retrysafe.processor.model.ToolModel;
import dev.retrysafe.processor.model.TypeShape;
import dev.retrysafe.processor.model.TypeShape.Extent;
import dev.retrysafe.processor.type.Properties;
import dev.retrysafe.processor.type.Property;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Collects the shapes of all types that the tools of one type read: all members where a new one would come into the
 * fingerprint, else those that are named.
 */
final class ShapeCollector {

    private final TypeFacts facts;

    private final Properties properties;

    private final SortedMap<String, TypeShape> shapes = new TreeMap<>();

    private final Set<Form> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private ShapeCollector(TypeFacts facts, Properties properties) {
        this.facts = facts;
        this.properties = properties;
    }

    static List<TypeShape> collect(TypeFacts facts, Properties properties, List<ToolModel> tools) {
        ShapeCollector collector = new ShapeCollector(facts, properties);
        tools.forEach(collector::add);
        return List.copyOf(collector.shapes.values());
    }

    private void add(ToolModel tool) {
        tool.effect().forEach(argument -> value(argument.type(), argument.value()));
        tool.key().forEach(part -> {
            if (part.source() instanceof Source.Argument argument) {
                path(argument.read());
            }
        });
        tool.tenants().forEach(tenant -> path(tenant.read()));
        path(tool.remoteId());
        path(tool.remoteUrl());
    }

    private void value(TypeMirror type, Canonical value) {
        if (value instanceof Canonical.Single single) {
            if (single.scalar() == Scalar.CONSTANT) {
                constant(type);
            }
        } else if (value instanceof Canonical.Maybe maybe) {
            value(maybe.innerType(), maybe.inner());
        } else if (value instanceof Canonical.Many many) {
            value(many.elementType(), many.element());
        } else if (value instanceof Canonical.Keyed keyed) {
            if (keyed.key() == Canonical.MapKey.CONSTANT) {
                constant(keyed.keyType());
            }
            value(keyed.valueType(), keyed.value());
        } else if (value instanceof Canonical.Shaped shaped && seen.add(shaped.form())) {
            form(shaped.form());
        }
    }

    private void form(Form form) {
        DeclaredType type = (DeclaredType) form.type();
        if (form.leaves().isEmpty()) {
            object(type, form);
            return;
        }
        SortedMap<String, String> subtypes = new TreeMap<>();
        for (Form.Leaf leaf : form.leaves()) {
            subtypes.put(binaryName(leaf.element()), "");
            if (seen.add(leaf.form())) {
                form(leaf.form());
            }
        }
        add(element(type), Extent.SUBTYPES, subtypes);
    }

    private void object(DeclaredType type, Form form) {
        Map<String, Property> known = properties.canonical(type);
        if (form.takesNewMembers()) {
            add(type, Extent.ALL_MEMBERS, known.values());
        }
        for (Form.Member member : form.members()) {
            Property property = known.get(member.access().name());
            if (property != null && !form.takesNewMembers()) {
                add(type, Extent.SOME_MEMBERS, List.of(property));
            }
            value(member.access().type(), member.value());
        }
    }

    private void path(@Nullable PathRead read) {
        if (read == null) {
            return;
        }
        TypeMirror at = read.rootType();
        for (PathRead.Step step : read.steps()) {
            if (step instanceof PathRead.Step.Get get && at.getKind() == TypeKind.DECLARED) {
                Property property =
                        properties.readable((DeclaredType) at).get(get.access().name());
                if (property != null && !isPlatform(element(at))) {
                    add((DeclaredType) at, Extent.SOME_MEMBERS, List.of(property));
                }
            }
            at = step.type();
        }
        if (read.kind() == KeyValue.CONSTANT) {
            constant(at);
        }
    }

    /** A constant goes by its name, so only that the type is an enum counts. */
    private void constant(TypeMirror type) {
        TypeElement element = TypeFacts.element(type);
        if (element != null && element.getKind() == ElementKind.ENUM && !isPlatform(element)) {
            add(element, Extent.SOME_MEMBERS, new TreeMap<>());
        }
    }

    private void add(DeclaredType type, Extent extent, Iterable<Property> members) {
        SortedMap<String, String> names = new TreeMap<>();
        for (Property property : members) {
            if (!isPlatform(TypeFacts.owner(property.element()))) {
                names.put(name(property), facts.binaryName(declaredType(property)));
            }
        }
        add(element(type), extent, names);
    }

    /** A type met again is one shape, unless it is both: a sealed class that has values of its own. */
    private void add(TypeElement element, Extent extent, SortedMap<String, String> members) {
        String type = binaryName(element);
        shapes.merge(
                type + (extent == Extent.SUBTYPES ? "/" : ""),
                new TypeShape(type, kind(element), extent, members),
                (one, other) -> {
                    if (one.extent() != Extent.SOME_MEMBERS) {
                        return one;
                    }
                    if (other.extent() != Extent.SOME_MEMBERS) {
                        return other;
                    }
                    SortedMap<String, String> both = new TreeMap<>(one.members());
                    both.putAll(other.members());
                    return new TypeShape(type, one.kind(), Extent.SOME_MEMBERS, both);
                });
    }

    /** A component by its name, anything else as code reads it. */
    private static String name(Property property) {
        boolean component = TypeFacts.owner(property.element()).getKind() == ElementKind.RECORD
                && property.code().equals(property.name() + "()");
        return component ? property.name() : property.code();
    }

    private static TypeMirror declaredType(Property property) {
        return property.element() instanceof ExecutableElement method
                ? method.getReturnType()
                : property.element().asType();
    }

    private static TypeElement element(TypeMirror type) {
        return (TypeElement) ((DeclaredType) type).asElement();
    }

    private String binaryName(TypeElement element) {
        return facts.elements().getBinaryName(element).toString();
    }

    /** What the Java platform's own types have differs from version to version, and no recompilation changes it. */
    private static boolean isPlatform(TypeElement type) {
        String name = type.getQualifiedName().toString();
        return name.startsWith("java.") || name.startsWith("javax.");
    }

    private static String kind(TypeElement element) {
        Set<Modifier> modifiers = element.getModifiers();
        return switch (element.getKind()) {
            case ENUM -> "enum";
            case RECORD -> "record";
            default -> {
                String noun = element.getKind().isInterface() ? "interface" : "class";
                if (modifiers.contains(Modifier.SEALED)) {
                    yield "sealed " + noun;
                }
                yield modifiers.contains(Modifier.FINAL) ? "final " + noun : noun;
            }
        };
    }
}
