package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.Canonical;
import dev.retrysafe.processor.model.Form;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Finds the forms of sealed types: one object for each class that a value may have. */
final class SealedForms {

    private final Subject subject;

    private final CanonicalForms forms;

    private final Map<String, Form> known = new HashMap<>();

    SealedForms(Subject subject, CanonicalForms forms) {
        this.subject = subject;
        this.forms = forms;
    }

    @Nullable
    Canonical of(DeclaredType type, Site site) {
        for (SelectionNode below : site.below().values()) {
            below.paths().forEach(path -> pathBelow(type, site, path));
        }
        if (site.by() == null) {
            return null;
        }
        String signature = TypeFacts.signature(type);
        Form form = known.get(site.known(signature));
        if (form == null) {
            form = new Form(
                    signature, ((TypeElement) type.asElement()).getSimpleName().toString(), type);
            known.put(site.known(signature), form);
            fill(form, type, site.wholly(0));
        }
        return new Canonical.Shaped(form);
    }

    private void fill(Form form, DeclaredType type, Site site) {
        Map<TypeElement, DeclaredType> leaves = new LinkedHashMap<>();
        collect(type, leaves);
        Map<String, TypeElement> names = new HashMap<>();
        for (Map.Entry<TypeElement, DeclaredType> leaf : leaves.entrySet()) {
            TypeElement element = leaf.getKey();
            String fault = fault(element);
            TypeElement namesake = names.put(element.getSimpleName().toString(), element);
            if (fault == null && namesake != null) {
                fault = "has the same simple name as " + namesake.getQualifiedName();
            }
            TypeElement invisible = subject.facts().invisibleFrom(subject.home(), leaf.getValue());
            if (fault == null && invisible != null) {
                fault = "is not visible from package " + subject.home().getQualifiedName();
            }
            if (fault != null) {
                forms.refuse(type, site, "permits " + element.getQualifiedName() + ", which " + fault);
            } else {
                Site leafSite = site.wholly(1);
                form.add(new Form.Leaf(
                        element,
                        forms.object(
                                leaf.getValue(),
                                leafSite,
                                element.getSimpleName().toString())));
            }
        }
    }

    private static @Nullable String fault(TypeElement leaf) {
        String platformState = CanonicalRefusals.platformState((DeclaredType) leaf.asType());
        if (platformState != null) {
            return platformState;
        }
        if (leaf.getKind() == ElementKind.ENUM) {
            return "is an enum, not a record or final class";
        }
        return leaf.getModifiers().contains(Modifier.FINAL)
                        || leaf.getModifiers().contains(Modifier.SEALED)
                ? null
                : "is open to subclasses; it must be a record, a final class or sealed";
    }

    /** The classes in the order of their names, so that a reordered source gives the same code. */
    private void collect(DeclaredType type, Map<TypeElement, DeclaredType> leaves) {
        List<TypeElement> permitted = new ArrayList<>();
        for (TypeMirror subtype : ((TypeElement) type.asElement()).getPermittedSubclasses()) {
            TypeElement element = TypeFacts.element(subtype);
            if (element != null) {
                permitted.add(element);
            }
        }
        permitted.sort(
                Comparator.comparing(element -> element.getQualifiedName().toString()));
        for (TypeElement element : permitted) {
            DeclaredType subtype = subtype(element, type);
            if (element.getModifiers().contains(Modifier.SEALED)) {
                collect(subtype, leaves);
                if (isConcrete(element)) {
                    leaves.putIfAbsent(element, subtype);
                }
            } else {
                leaves.putIfAbsent(element, subtype);
            }
        }
        TypeElement self = (TypeElement) type.asElement();
        if (isConcrete(self)) {
            leaves.putIfAbsent(self, type);
        }
    }

    private static boolean isConcrete(TypeElement element) {
        return element.getKind() == ElementKind.CLASS && !element.getModifiers().contains(Modifier.ABSTRACT);
    }

    /** The subtype with the arguments that make it a subtype of just this type. */
    private DeclaredType subtype(TypeElement element, DeclaredType type) {
        List<? extends TypeParameterElement> parameters = element.getTypeParameters();
        if (parameters.isEmpty()) {
            return (DeclaredType) element.asType();
        }
        List<? extends TypeMirror> arguments = type.getTypeArguments();
        List<? extends TypeMirror> passedOn = passedOn(element, type);
        List<TypeMirror> own = new ArrayList<>();
        for (TypeParameterElement parameter : parameters) {
            TypeMirror argument = subject.facts().resolve(parameter.asType());
            for (int i = 0; i < Math.min(arguments.size(), passedOn.size()); i++) {
                if (subject.facts().types().isSameType(passedOn.get(i), parameter.asType())) {
                    argument = arguments.get(i);
                }
            }
            own.add(argument);
        }
        return subject.facts().types().getDeclaredType(element, own.toArray(TypeMirror[]::new));
    }

    private List<? extends TypeMirror> passedOn(TypeElement element, DeclaredType type) {
        String name = TypeFacts.nameOf(type);
        return subject.facts().allSupertypes(element.asType()).stream()
                .filter(supertype -> TypeFacts.nameOf(supertype).equals(name))
                .findFirst()
                .map(supertype -> ((DeclaredType) supertype).getTypeArguments())
                .orElse(List.of());
    }

    private void pathBelow(DeclaredType type, Site site, Written<String> path) {
        subject.report(
                ProblemCode.PATH_BELOW_SEALED_TYPE,
                path.place(),
                "fingerprint of " + subject.name() + " names \"" + path.value()
                        + "\", which goes below the sealed type " + TypeFacts.display(type),
                "name \"" + site.path() + "\" as a whole.",
                "which members there are depends on the class of the value at run time.");
    }
}
