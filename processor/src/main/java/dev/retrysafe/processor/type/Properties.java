package dev.retrysafe.processor.type;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Finds the properties of a type, inherited ones too; the nearest declaration of a name wins. Lasts for one round. */
public final class Properties {

    private static final String OBJECT = "java.lang.Object";

    private final TypeFacts facts;

    /** The tools of one type mostly share what they take; a compiler that makes new objects each time finds nothing. */
    private final IdentityHashMap<DeclaredType, Map<String, Property>> canonical = new IdentityHashMap<>();

    /** Reads types through the facts. */
    public Properties(TypeFacts facts) {
        this.facts = facts;
    }

    /** What defines a value in its canonical form: a record's components, any other class's getters and fields. */
    public Map<String, Property> canonical(DeclaredType type) {
        return canonical.computeIfAbsent(
                type, unused -> Collections.unmodifiableMap(isRecord(type) ? components(type) : beanProperties(type)));
    }

    /** What a path may go through: a record's components, getters and public fields. */
    public Map<String, Property> readable(DeclaredType type) {
        if (!isRecord(type)) {
            return canonical(type);
        }
        Map<String, Property> found = components(type);
        beanProperties(type).forEach(found::putIfAbsent);
        return found;
    }

    /** The only component of a one-component record; null for any other type. */
    public @Nullable Property onlyComponent(TypeMirror type) {
        if (type.getKind() != TypeKind.DECLARED || !isRecord(type)) {
            return null;
        }
        Map<String, Property> components = components((DeclaredType) type);
        return components.size() == 1 ? components.values().iterator().next() : null;
    }

    /** The fields that hold state which no getter shows. */
    public List<VariableElement> hiddenFields(DeclaredType type) {
        List<TypeElement> owners = owners(type);
        Set<VariableElement> shown = new HashSet<>();
        for (Property property : beanProperties(type).values()) {
            shown.addAll(shownBy(property, owners));
        }
        return owners.stream()
                .flatMap(owner -> state(owner).stream())
                .filter(field -> !shown.contains(field))
                .toList();
    }

    /** The fields that hold the state of a type's values, without those of its supertypes. */
    public static List<VariableElement> state(TypeElement owner) {
        return ElementFilter.fieldsIn(owner.getEnclosedElements()).stream()
                .filter(field -> !field.getModifiers().contains(Modifier.STATIC)
                        && !field.getModifiers().contains(Modifier.TRANSIENT))
                .toList();
    }

    /** A getter can see the field of its own class or of one above; an abstract one is about a field below. */
    private static List<VariableElement> shownBy(Property property, List<TypeElement> owners) {
        if (property.element() instanceof VariableElement field) {
            return List.of(field);
        }
        int declaring = owners.indexOf(TypeFacts.owner(property.element()));
        List<TypeElement> nearest = new ArrayList<>(owners.subList(declaring, owners.size()));
        nearest.addAll(owners.subList(0, declaring));
        for (TypeElement owner : nearest) {
            // In any case: the getter of "url" may be getURL().
            List<VariableElement> alike = state(owner).stream()
                    .filter(field -> property.name()
                                    .equalsIgnoreCase(field.getSimpleName().toString())
                            || property.name()
                                    .equalsIgnoreCase(
                                            withoutIs(field.getSimpleName().toString())))
                    .toList();
            if (!alike.isEmpty()) {
                return alike;
            }
        }
        return List.of();
    }

    /** Whether a path may have the name: what a getter is about may start with a digit, as in {@code get2fa()}. */
    public static boolean isName(String name) {
        return !name.isEmpty() && SourceVersion.isIdentifier("_" + name);
    }

    /** Whether the type is a record. */
    public static boolean isRecord(TypeMirror type) {
        TypeElement element = TypeFacts.element(type);
        return element != null && element.getKind() == ElementKind.RECORD;
    }

    private Map<String, Property> components(DeclaredType type) {
        Map<String, Property> found = new LinkedHashMap<>();
        TypeElement element = (TypeElement) type.asElement();
        Map<String, List<ExecutableElement>> accessors = accessors(owners(type));
        for (RecordComponentElement component : element.getRecordComponents()) {
            ExecutableElement accessor = component.getAccessor();
            if (accessor == null) {
                // A name that no component may have, such as "clone", about which the compiler has its own words.
                continue;
            }
            String name = component.getSimpleName().toString();
            TypeMirror declared = facts.valueType(type, accessor);
            List<Element> marks = new ArrayList<>(List.of(component));
            marks.addAll(accessors.getOrDefault(name, List.of(accessor)));
            fieldNamed(element, name).ifPresent(marks::add);
            found.put(name, new Property(name, name + "()", declared, facts.resolve(declared), accessor, marks, false));
        }
        return found;
    }

    private Map<String, Property> beanProperties(DeclaredType type) {
        Map<String, Property> getters = new LinkedHashMap<>();
        Map<String, Property> fields = new LinkedHashMap<>();
        Set<String> nearer = new HashSet<>();
        List<TypeElement> owners = owners(type);
        Map<String, List<ExecutableElement>> accessors = accessors(owners);
        for (TypeElement owner : owners) {
            getters(owner)
                    .forEach((name, method) -> getters.putIfAbsent(name, getter(type, owner, method, name, accessors)));
            for (VariableElement field : ElementFilter.fieldsIn(owner.getEnclosedElements())) {
                Set<Modifier> modifiers = field.getModifiers();
                String name = field.getSimpleName().toString();
                // Any nearer field of the name, a private or static one too, is what the name stands for.
                boolean hidden = !nearer.add(name);
                if (!hidden && modifiers.contains(Modifier.PUBLIC) && !modifiers.contains(Modifier.STATIC)) {
                    TypeMirror declared = facts.valueType(type, field);
                    fields.put(
                            name,
                            new Property(name, name, declared, facts.resolve(declared), field, List.of(field), false));
                }
            }
        }
        fields.forEach(getters::putIfAbsent);
        return getters;
    }

    /** The getters that a type declares itself. */
    private static Map<String, ExecutableElement> getters(TypeElement owner) {
        Map<String, ExecutableElement> found = new LinkedHashMap<>();
        for (ExecutableElement method : ElementFilter.methodsIn(owner.getEnclosedElements())) {
            String name = propertyName(method);
            if (name != null) {
                found.merge(name, method, Properties::preferred);
            }
        }
        return found;
    }

    /** Of {@code isX} and {@code getX}, as the Introspector does it: the former, if the latter is boolean too. */
    private static ExecutableElement preferred(ExecutableElement one, ExecutableElement other) {
        boolean bothBoolean = one.getReturnType().getKind() == TypeKind.BOOLEAN
                && other.getReturnType().getKind() == TypeKind.BOOLEAN;
        boolean oneIs = one.getSimpleName().toString().startsWith("is");
        return oneIs == bothBoolean ? one : other;
    }

    /** By name, what may be asked for a value: a mark on the one of an interface counts for all that implement it. */
    private static Map<String, List<ExecutableElement>> accessors(List<TypeElement> owners) {
        Map<String, List<ExecutableElement>> found = new HashMap<>();
        for (TypeElement owner : owners) {
            for (ExecutableElement method : ElementFilter.methodsIn(owner.getEnclosedElements())) {
                Set<Modifier> modifiers = method.getModifiers();
                if (modifiers.contains(Modifier.PUBLIC)
                        && !modifiers.contains(Modifier.STATIC)
                        && method.getParameters().isEmpty()) {
                    found.computeIfAbsent(method.getSimpleName().toString(), unused -> new ArrayList<>())
                            .add(method);
                }
            }
        }
        return found;
    }

    private Property getter(
            DeclaredType type,
            TypeElement owner,
            ExecutableElement method,
            String name,
            Map<String, List<ExecutableElement>> accessors) {
        TypeMirror declared = facts.valueType(type, method);
        List<Element> marks =
                new ArrayList<>(accessors.getOrDefault(method.getSimpleName().toString(), List.of(method)));
        fieldNamed(owner, name).ifPresent(marks::add);
        return new Property(
                name,
                method.getSimpleName() + "()",
                declared,
                facts.resolve(declared),
                method,
                marks,
                facts.throwsChecked(method.getThrownTypes()));
    }

    /** Classes before interfaces, the nearest first. */
    private List<TypeElement> owners(DeclaredType type) {
        List<TypeElement> classes = new ArrayList<>();
        List<TypeElement> interfaces = new ArrayList<>();
        for (TypeMirror supertype : facts.allSupertypes(type)) {
            TypeElement element = TypeFacts.element(supertype);
            if (element != null && !element.getQualifiedName().contentEquals(OBJECT)) {
                (element.getKind().isInterface() ? interfaces : classes).add(element);
            }
        }
        classes.addAll(interfaces);
        return classes;
    }

    private static java.util.Optional<VariableElement> fieldNamed(TypeElement owner, String name) {
        return ElementFilter.fieldsIn(owner.getEnclosedElements()).stream()
                .filter(field -> field.getSimpleName().contentEquals(name))
                .findFirst();
    }

    private static @Nullable String propertyName(ExecutableElement method) {
        Set<Modifier> modifiers = method.getModifiers();
        TypeKind result = method.getReturnType().getKind();
        if (!modifiers.contains(Modifier.PUBLIC)
                || modifiers.contains(Modifier.STATIC)
                || !method.getParameters().isEmpty()
                || !method.getTypeParameters().isEmpty()
                || result == TypeKind.VOID) {
            return null;
        }
        String name = method.getSimpleName().toString();
        if (!SourceVersion.isIdentifier(name)) {
            // Kotlin's getters of value classes, which code in Java cannot call.
            return null;
        }
        if (isPrefixed(name, "get")) {
            return decapitalize(name.substring(3));
        }
        return result == TypeKind.BOOLEAN && isPrefixed(name, "is") ? decapitalize(name.substring(2)) : null;
    }

    private static boolean isPrefixed(String name, String prefix) {
        return name.length() > prefix.length()
                && name.startsWith(prefix)
                && !Character.isLowerCase(name.charAt(prefix.length()));
    }

    /** As {@code java.beans.Introspector} does it, without needing its module. */
    private static String decapitalize(String name) {
        if (name.length() > 1 && Character.isUpperCase(name.charAt(0)) && Character.isUpperCase(name.charAt(1))) {
            return name;
        }
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private static String withoutIs(String field) {
        return isPrefixed(field, "is") ? decapitalize(field.substring(2)) : field;
    }
}
