package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.KeyPart;
import dev.retrysafe.processor.model.KeyPart.Source;
import dev.retrysafe.processor.model.KeyValue;
import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Spelling;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Checks a key template and makes its model. */
final class KeyRule {

    private final Subject subject;

    private final List<Placeholder> placeholders = new ArrayList<>();

    private @Nullable Placeholder tenant;

    private List<Source.Argument> tenants = List.of();

    KeyRule(Subject subject) {
        this.subject = subject;
    }

    /**
     * A value in a key.
     *
     * @param part as written
     * @param source where it comes from; null when that is wrong, which has been reported
     * @param lastNames the names that tell what it is
     * @param marked whether it is marked as the tenant
     * @param tenantItself whether that mark is on the value, not on one that it is a part of
     * @param trusted whether the application or the framework chose it, not a model
     * @param about where it comes from: what is said about it may be silenced there
     */
    record Placeholder(
            KeyTemplate.Part part,
            @Nullable Source source,
            List<String> lastNames,
            boolean marked,
            boolean tenantItself,
            boolean trusted,
            List<Element> about) {

        boolean isContext(String name) {
            return part.path().equals("ctx." + name);
        }
    }

    /** The parts; what is wrong has been reported. */
    List<KeyPart> check() {
        reservedNames();
        List<KeyTemplate.Part> parts = KeyTemplate.read(subject);
        if (parts == null) {
            return List.of();
        }
        for (KeyTemplate.Part part : parts) {
            if (part.names() != null) {
                placeholders.add(placeholder(part, part.names()));
            }
        }
        VolatileKeyRule.check(subject, placeholders);
        tenant = new ScopeRule(subject, placeholders).check();
        tenants = new TenantChecks(subject).find(placeholders, tenant);
        return parts.stream().map(this::model).toList();
    }

    /** The tenant's part; null for none. */
    @Nullable
    Placeholder tenant() {
        return tenant;
    }

    /** What the key reads of the arguments, each path taken apart. */
    List<List<String>> paths() {
        return placeholders.stream()
                .filter(placeholder -> !placeholder.part().isContext())
                .map(placeholder -> Objects.requireNonNull(placeholder.part().names(), "placeholders have names"))
                .toList();
    }

    /** The arguments that must be the context's tenant, besides the key's tenant part. */
    List<Source.Argument> tenants() {
        return tenants;
    }

    private KeyPart model(KeyTemplate.Part part) {
        Source source = null;
        for (Placeholder placeholder : placeholders) {
            if (placeholder.part().equals(part)) {
                source = placeholder.source();
            }
        }
        return new KeyPart(
                part.before(),
                source,
                part.after(),
                tenant != null && tenant.part().equals(part));
    }

    private void reservedNames() {
        List<? extends VariableElement> parameters = subject.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            VariableElement parameter = parameters.get(i);
            if (Set.of("ctx", "fingerprint").contains(parameter.getSimpleName().toString())) {
                subject.report(
                        ProblemCode.RESERVED_PARAMETER_NAME,
                        subject.source().annotation().at(parameter, Place.NAME + 1 + i),
                        "parameter \"" + parameter.getSimpleName() + "\" of " + subject.name()
                                + " has a name that key templates use for something else",
                        "rename the parameter.",
                        "{" + parameter.getSimpleName() + "} would have two meanings.");
            }
        }
    }

    private Placeholder placeholder(KeyTemplate.Part part, List<String> names) {
        if (part.isFingerprint()) {
            return new Placeholder(part, new Source.Fingerprint(), names, false, false, true, List.of());
        }
        if (part.isContext()) {
            return new Placeholder(
                    part, new Source.Context(names.get(1)), names.subList(1, 2), false, false, true, List.of());
        }
        List<? extends VariableElement> parameters = subject.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).getSimpleName().contentEquals(names.get(0))) {
                return argument(part, names, parameters.get(i), i);
            }
        }
        unknownParameter(part, names.get(0));
        return unresolved(part, names, false);
    }

    private Placeholder unresolved(KeyTemplate.Part part, List<String> names, boolean trusted) {
        return new Placeholder(
                part, null, names.subList(names.size() - 1, names.size()), false, false, trusted, List.of());
    }

    private Placeholder argument(KeyTemplate.Part part, List<String> names, VariableElement parameter, int index) {
        boolean trusted = Frameworks.injects(parameter);
        TypeMirror start = subject.typeOf(parameter);
        PathResolver resolver = new PathResolver(
                subject, "key of " + subject.name(), subject.source().key().place(), part.path(), start);
        if (!subject.nameable(parameter)) {
            return unresolved(part, names, trusted);
        }
        PathResolver.End end = resolver.follow(names.subList(1, names.size()), names.get(0));
        if (end == null) {
            return unresolved(part, names, trusted);
        }
        boolean marked = TenantChecks.marks(parameter) || end.marks().stream().anyMatch(TenantChecks::marks);
        boolean itself = end.around() == 0
                ? marked
                : end.marks().stream().skip(end.around()).anyMatch(TenantChecks::marks);
        List<Element> about = new ArrayList<>(end.marks());
        about.add(parameter);
        if (end.clock() != null) {
            clock(part, end.clock());
            return new Placeholder(part, null, end.lastNames(), marked, itself, trusted, about);
        }
        KeyValue kind = PathResolver.kind(subject.facts(), end.type());
        if (kind == null) {
            unsupported(part, end.type());
            return new Placeholder(part, null, end.lastNames(), marked, itself, trusted, about);
        }
        Source source = new Source.Argument(index, resolver.read(names.get(0), start, kind));
        return new Placeholder(part, source, end.lastNames(), marked, itself, trusted, about);
    }

    private void unknownParameter(KeyTemplate.Part part, String name) {
        List<String> known = subject.parameters().stream()
                .map(parameter -> parameter.getSimpleName().toString())
                .toList();
        subject.report(
                ProblemCode.UNKNOWN_PATH,
                subject.source().key().place(),
                "key of " + subject.name() + " names \"" + part.path() + "\", but there is no parameter \"" + name
                        + "\"" + Spelling.didYouMean(name, known),
                "start the path with ctx"
                        + (known.isEmpty() ? "." : ", or one of the parameters: " + String.join(", ", known) + "."),
                "a value that is not there cannot tell one operation from another.");
    }

    private void clock(KeyTemplate.Part part, TypeMirror type) {
        subject.report(
                ProblemCode.VOLATILE_KEY_TYPE,
                subject.source().key().place(),
                "key of " + subject.name() + " holds \"" + part.path() + "\", a point in time of type "
                        + TypeFacts.display(type),
                "name the operation by an id that stays the same on a retry; a day may be a LocalDate.",
                "a retry would take another time, get another key and cause a second effect.");
    }

    private void unsupported(KeyTemplate.Part part, TypeMirror type) {
        subject.report(
                ProblemCode.UNSUPPORTED_KEY_TYPE,
                subject.source().key().place(),
                "key of " + subject.name() + " holds \"" + part.path() + "\" of type " + TypeFacts.display(type)
                        + ", which has no place in a key",
                "name a value that is text, an integral number, a boolean, a UUID, an enum, a LocalDate, or a record of"
                        + " one of these.",
                "a key must render every value in one way, and different values differently.");
    }
}
