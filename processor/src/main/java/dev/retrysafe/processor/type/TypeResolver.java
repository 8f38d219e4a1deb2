package dev.retrysafe.processor.type;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Types;

/** Puts bounds in the place of type variables and wildcards. A variable bounded by itself ends in its erasure. */
final class TypeResolver {

    private final Types types;

    TypeResolver(Types types) {
        this.types = types;
    }

    TypeMirror resolve(TypeMirror type) {
        return resolve(type, new HashSet<>());
    }

    boolean leavesOpen(TypeMirror type) {
        return leavesOpen(type, new HashSet<>());
    }

    private boolean leavesOpen(TypeMirror type, Set<TypeParameterElement> open) {
        return switch (type.getKind()) {
            case TYPEVAR -> leavesOpen((TypeVariable) type, open);
            case INTERSECTION ->
                leavesOpen(((IntersectionType) type).getBounds().get(0), open);
            case ARRAY -> leavesOpen(((ArrayType) type).getComponentType(), open);
            case WILDCARD ->
                ((WildcardType) type).getExtendsBound() != null
                        && leavesOpen(((WildcardType) type).getExtendsBound(), open);
            case DECLARED -> {
                DeclaredType declared = (DeclaredType) type;
                boolean generic = !((TypeElement) declared.asElement())
                        .getTypeParameters()
                        .isEmpty();
                yield (generic && declared.getTypeArguments().isEmpty())
                        || declared.getTypeArguments().stream().anyMatch(argument -> leavesOpen(argument, open));
            }
            default -> false;
        };
    }

    private boolean leavesOpen(TypeVariable variable, Set<TypeParameterElement> open) {
        TypeMirror bound = variable.getUpperBound();
        if (!(variable.asElement() instanceof TypeParameterElement parameter) || !open.add(parameter)) {
            return false;
        }
        TypeMirror first = bound.getKind() == TypeKind.INTERSECTION
                ? ((IntersectionType) bound).getBounds().get(0)
                : bound;
        // What it resolves to decides: Eclipse's compiler shows bounds in another shape than javac.
        boolean found = TypeFacts.nameOf(resolve(bound, new HashSet<>(open))).equals("java.lang.Object")
                || leavesOpen(first, open);
        open.remove(parameter);
        return found;
    }

    private TypeMirror resolve(TypeMirror type, Set<TypeParameterElement> open) {
        return switch (type.getKind()) {
            case TYPEVAR -> variable((TypeVariable) type, open);
            case INTERSECTION -> resolve(((IntersectionType) type).getBounds().get(0), open);
            case ARRAY -> types.getArrayType(resolve(((ArrayType) type).getComponentType(), open));
            case DECLARED -> declared((DeclaredType) type, open);
            default -> type;
        };
    }

    private TypeMirror variable(TypeVariable variable, Set<TypeParameterElement> open) {
        if (!(variable.asElement() instanceof TypeParameterElement parameter) || !open.add(parameter)) {
            return types.erasure(variable.getUpperBound());
        }
        TypeMirror bound = resolve(variable.getUpperBound(), open);
        open.remove(parameter);
        return bound;
    }

    private TypeMirror declared(DeclaredType type, Set<TypeParameterElement> open) {
        TypeElement element = (TypeElement) type.asElement();
        List<? extends TypeMirror> arguments = type.getTypeArguments();
        if (arguments.isEmpty()) {
            return type;
        }
        List<TypeMirror> resolved = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            TypeMirror argument = arguments.get(i);
            resolved.add(
                    argument.getKind() == TypeKind.WILDCARD
                            ? wildcard(
                                    (WildcardType) argument,
                                    element.getTypeParameters().get(i),
                                    open)
                            : resolve(argument, open));
        }
        for (int i = 0; i < resolved.size(); i++) {
            if (!fits(element.getTypeParameters().get(i), resolved.get(i))) {
                return types.erasure(type);
            }
        }
        return types.getDeclaredType(element, resolved.toArray(TypeMirror[]::new));
    }

    /** Whether code may name the argument: nothing but the erasure stands for a variable bounded by itself, as Enum's. */
    private boolean fits(TypeParameterElement parameter, TypeMirror argument) {
        for (TypeMirror bound : parameter.getBounds()) {
            if (bound instanceof DeclaredType declared
                    && declared.getTypeArguments().size() == 1
                    && types.isSameType(declared.getTypeArguments().get(0), parameter.asType())
                    && (isRaw(argument)
                            || !types.isSubtype(
                                    argument, types.getDeclaredType((TypeElement) declared.asElement(), argument)))) {
                return false;
            }
        }
        return true;
    }

    /** Which Eclipse's compiler takes for a subtype of any type of its class. */
    private static boolean isRaw(TypeMirror type) {
        TypeElement element = TypeFacts.element(type);
        return element != null
                && !element.getTypeParameters().isEmpty()
                && ((DeclaredType) type).getTypeArguments().isEmpty();
    }

    private TypeMirror wildcard(WildcardType wildcard, TypeParameterElement parameter, Set<TypeParameterElement> open) {
        TypeMirror bound = wildcard.getExtendsBound();
        return bound != null ? resolve(bound, open) : variable((TypeVariable) parameter.asType(), open);
    }
}
