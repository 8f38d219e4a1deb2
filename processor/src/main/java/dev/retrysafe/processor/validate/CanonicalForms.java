package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.Access;
import dev.retrysafe.processor.model.Canonical;
import dev.retrysafe.processor.model.Canonical.Order;
import dev.retrysafe.processor.model.Form;
import dev.retrysafe.processor.model.Scalar;
import dev.retrysafe.processor.type.Property;
import dev.retrysafe.processor.type.TypeFacts;
import dev.retrysafe.processor.validate.Site.Owner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Finds the canonical form of types, as far as a fingerprint selects them, and reports what has none. */
final class CanonicalForms {

    /** Beyond, a generic type contains ever larger versions of itself. */
    private static final int DEEPEST_TYPE = 64;

    private static final String MORE_THAN_ELEMENTS =
            "is a collection or text of its own, whose fields and getters say more than its elements, which are all that"
                    + " is read of it";

    private static final List<String> JSON_NODES =
            List.of("com.fasterxml.jackson.databind.JsonNode", "tools.jackson.databind.JsonNode");

    private final Subject subject;

    private final TypeFacts facts;

    private final ScalarTypes scalars;

    private final SealedForms sealedForms;

    private final FingerprintWarnings warnings;

    private final CanonicalReports reports;

    private final Map<String, Form> wholeForms = new HashMap<>();

    CanonicalForms(Subject subject) {
        this.subject = subject;
        this.facts = subject.facts();
        this.scalars = new ScalarTypes(facts);
        this.sealedForms = new SealedForms(subject, this);
        this.warnings = new FingerprintWarnings(subject);
        this.reports = new CanonicalReports(subject);
    }

    /** The form of the type; null when it has none, which has been reported. */
    @Nullable
    Canonical of(TypeMirror type, Site site) {
        TypeElement invisible = facts.invisibleFrom(subject.home(), type);
        if (invisible != null) {
            reports.invisible(invisible, site);
            return null;
        }
        Scalar scalar = scalars.of(type);
        // Asked of what is not a scalar only: it takes a walk over all supertypes.
        boolean jsonLike = scalar == null && isJsonLike(type);
        if (!jsonLike
                && site.by() != null
                && CanonicalRefusals.holdsMoreThanItsElements(facts, subject.properties(), type)) {
            return refuse(type, site, MORE_THAN_ELEMENTS);
        }
        if (scalar != null) {
            return scalar(scalar, type, site);
        }
        if (jsonLike) {
            return jsonLike(type, site);
        }
        Canonical container = container(type, site);
        if (container != null) {
            return container;
        }
        if (site.depth() > DEEPEST_TYPE) {
            Owner first = Recursion.firstRepetition(site, new Owner((DeclaredType) type, site));
            return refuse(first.type(), first.site(), "contains ever larger versions of itself");
        }
        String refusal = CanonicalRefusals.reason(facts, subject.properties(), type);
        if (refusal == null && site.by() != null) {
            refusal = CanonicalRefusals.platformState((DeclaredType) type);
        }
        if (refusal != null) {
            return refuse(type, site, refusal);
        }
        TypeElement element = (TypeElement) ((DeclaredType) type).asElement();
        if (element.getModifiers().contains(Modifier.SEALED)) {
            return sealedForms.of((DeclaredType) type, site);
        }
        return new Canonical.Shaped(object((DeclaredType) type, site, null));
    }

    private Canonical scalar(Scalar scalar, TypeMirror type, Site site) {
        for (SelectionNode below : site.below().values()) {
            below.paths().forEach(path -> reports.belowScalar(path, type, site));
        }
        return new Canonical.Single(scalar);
    }

    private boolean isJsonLike(TypeMirror type) {
        return TypeFacts.nameOf(type).equals("java.lang.Object") || facts.isA(type, JSON_NODES);
    }

    private @Nullable Canonical jsonLike(TypeMirror type, Site site) {
        if (site.untyped() && TypeFacts.nameOf(type).equals("java.lang.Object")) {
            return refuse(type, site, "stands for a type variable without a bound, or for the argument of a raw type");
        }
        for (SelectionNode below : site.below().values()) {
            below.paths().forEach(path -> reports.belowJson(path, type, site));
        }
        return new Canonical.JsonLike();
    }

    private @Nullable Canonical container(TypeMirror type, Site site) {
        if (type.getKind() == TypeKind.ARRAY) {
            return many(Order.KEPT, ((ArrayType) type).getComponentType(), site, false);
        }
        if (TypeFacts.nameOf(type).equals("java.util.Optional")) {
            TypeMirror inner = argument(type, "java.util.Optional", 0);
            Canonical form = of(inner, site.inside());
            return form == null ? failed() : new Canonical.Maybe(inner, form);
        }
        if (dev.retrysafe.processor.type.Properties.isRecord(type)) {
            return null;
        }
        if (facts.isA(type, "java.util.Map")) {
            return map(type, site);
        }
        Order order = order(type);
        if (order == null) {
            return null;
        }
        TypeMirror element = argument(type, "java.lang.Iterable", 0);
        return many(order, element, site, !isAssignable(type, "java.lang.Iterable", element));
    }

    /** By List, Set and Deque: newer JDKs put other interfaces between them and Collection. */
    private @Nullable Order order(TypeMirror type) {
        if (facts.isA(type, List.of("java.util.List", "java.util.Deque"))) {
            return Order.KEPT;
        }
        if (facts.isA(type, "java.util.Set")) {
            return Order.SORTED_AND_MERGED;
        }
        return facts.isA(type, "java.util.Collection") || TypeFacts.nameOf(type).equals("java.lang.Iterable")
                ? Order.SORTED
                : null;
    }

    private Canonical many(Order order, TypeMirror elementType, Site site, boolean cast) {
        Canonical element = of(elementType, site.inside());
        return element == null ? failed() : new Canonical.Many(order, elementType, element, cast);
    }

    private Canonical map(TypeMirror type, Site site) {
        TypeMirror keyType = argument(type, "java.util.Map", 0);
        TypeMirror valueType = argument(type, "java.util.Map", 1);
        Scalar key = scalars.of(keyType);
        boolean uuid = TypeFacts.nameOf(keyType).equals("java.util.UUID");
        if (key != Scalar.TEXT && key != Scalar.CONSTANT && key != Scalar.INTEGRAL && !uuid) {
            refuse(
                    type,
                    site,
                    "has keys of type " + TypeFacts.display(keyType) + "; keys are text, enum constants,"
                            + " integral numbers or UUIDs");
            return failed();
        }
        Canonical value = of(valueType, site.inside());
        return value == null
                ? failed()
                : new Canonical.Keyed(
                        key == Scalar.CONSTANT ? Canonical.MapKey.CONSTANT : Canonical.MapKey.TEXT,
                        keyType,
                        valueType,
                        value,
                        !isAssignable(type, "java.util.Map", keyType, valueType));
    }

    private boolean isAssignable(TypeMirror type, String supertype, TypeMirror... arguments) {
        return facts.types()
                .isAssignable(
                        type, facts.types().getDeclaredType(facts.elements().getTypeElement(supertype), arguments));
    }

    /** Stands for a form whose fault has been reported, so that nothing else is said about its type. */
    private static Canonical failed() {
        return new Canonical.Single(Scalar.TEXT);
    }

    private TypeMirror argument(TypeMirror type, String supertype, int index) {
        List<? extends TypeMirror> arguments = facts.argumentsOf(type, supertype);
        return arguments.size() > index ? arguments.get(index) : facts.object();
    }

    /** An object; with a tag, one that carries its class's name. */
    Form object(DeclaredType type, Site site, @Nullable String tag) {
        String signature = TypeFacts.signature(type) + (tag == null ? "" : "@");
        Form known = site.whole() ? wholeForms.get(site.known(signature)) : null;
        if (known != null) {
            return known;
        }
        TypeElement element = (TypeElement) type.asElement();
        Form form = new Form(
                site.whole()
                        ? signature
                        : subject.source().annotation().member() + "/" + site.path() + (tag == null ? "" : "@" + tag),
                site.whole() ? element.getSimpleName().toString() : site.path(),
                type);
        if (site.whole()) {
            wholeForms.put(site.known(signature), form);
        } else {
            form.code(site.known(signature + (tag == null ? "" : tag)) + (site.by() == null ? "" : "*") + site.node());
        }
        if (site.by() != null) {
            form.takeNewMembers();
        }
        if (tag != null) {
            form.tag(tag);
        }
        if (!element.getModifiers().contains(Modifier.FINAL)) {
            form.exactClass(element);
        }
        fill(form, type, site);
        return form;
    }

    private void fill(Form form, DeclaredType type, Site site) {
        Map<String, Property> properties = subject.properties().canonical(type);
        checkNames(properties, type, site);
        for (Property property : properties.values()) {
            Site member = site.member(property.name(), type);
            if (member == null) {
                continue;
            }
            if (property.checked()) {
                reports.checkedAccessor(property, member);
                continue;
            }
            warnings.check(property.name(), property.type(), member, property.marks());
            Canonical value = of(property.type(), member.declaredAs(property.declared(), facts));
            if (value != null) {
                form.add(new Form.Member(accessTo(facts, property), value));
            }
        }
        if (site.by() != null && !dev.retrysafe.processor.type.Properties.isRecord(type)) {
            warnings.hiddenFields(subject.properties().hiddenFields(type), type, site);
        }
        if (!site.whole()) {
            form.remark(remark(site, properties, type));
        }
    }

    static Access accessTo(TypeFacts facts, Property property) {
        boolean cast = !facts.types().isAssignable(property.declared(), property.type());
        return new Access(property.name(), property.code(), property.type(), cast);
    }

    private static @Nullable String remark(Site site, Map<String, Property> properties, DeclaredType type) {
        String left = properties.keySet().stream()
                .filter(name -> site.member(name, type) == null)
                .sorted()
                .collect(Collectors.joining(", "));
        return left.isEmpty() ? null : left;
    }

    private void checkNames(Map<String, Property> properties, DeclaredType type, Site site) {
        site.below().forEach((name, node) -> {
            if (!properties.containsKey(name)) {
                node.paths().forEach(path -> reports.unknownMember(path, name, type, properties.keySet()));
            }
        });
    }

    @Nullable
    Canonical refuse(TypeMirror type, Site site, String reason) {
        reports.noForm(type, site, reason);
        return null;
    }
}
