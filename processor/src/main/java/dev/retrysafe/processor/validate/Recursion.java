package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.type.Property;
import dev.retrysafe.processor.type.TypeFacts;
import dev.retrysafe.processor.validate.Site.Owner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Tells whether a value comes back at every level of a type that contains itself. */
final class Recursion {

    private static final int MOST_TYPES = 1_000;

    /** In characters. Beyond, a generic type contains ever larger versions of itself, and never comes back to one. */
    private static final int LONGEST_SIGNATURE = 500;

    private final Subject subject;

    private final ScalarTypes scalars;

    Recursion(Subject subject) {
        this.subject = subject;
        this.scalars = new ScalarTypes(subject.facts());
    }

    /** Where a type contains itself. */
    record Loop(String path, TypeMirror type) {}

    /** The outermost selected place, on the way to the site, where a type contains itself; null for none. */
    @Nullable
    Loop around(Site site) {
        Loop outermost = null;
        for (Owner at = site.owner(); at != null; at = at.site().owner()) {
            for (Property property : subject.properties().canonical(at.type()).values()) {
                Site member = at.site().member(property.name(), at.type());
                if (member != null && reaches(property.type(), at.type())) {
                    outermost = new Loop(member.path(), at.type());
                    break;
                }
            }
        }
        return outermost;
    }

    /**
     * The outermost place, on the way to the site, that has another version of a generic class around it.
     *
     * @param itself the site, and what is met there
     */
    static Owner firstRepetition(Site site, Owner itself) {
        Deque<Owner> outermostFirst = new ArrayDeque<>();
        for (Owner at = site.owner(); at != null; at = at.site().owner()) {
            outermostFirst.addFirst(at);
        }
        Set<String> around = new HashSet<>();
        return outermostFirst.stream()
                .filter(owner -> !around.add(TypeFacts.nameOf(owner.type())))
                .findFirst()
                .orElse(itself);
    }

    private boolean reaches(TypeMirror from, TypeMirror target) {
        String wanted = TypeFacts.signature(target);
        Set<String> seen = new HashSet<>();
        Deque<TypeMirror> open = new ArrayDeque<>();
        open.add(from);
        while (!open.isEmpty() && seen.size() < MOST_TYPES) {
            TypeMirror next = open.removeFirst();
            String signature = TypeFacts.signature(next);
            if (signature.equals(wanted)) {
                return true;
            }
            if (seen.add(signature) && signature.length() <= LONGEST_SIGNATURE) {
                addParts(next, open);
            }
        }
        return false;
    }

    private void addParts(TypeMirror type, Deque<TypeMirror> open) {
        if (type.getKind() == TypeKind.ARRAY) {
            open.add(((ArrayType) type).getComponentType());
            return;
        }
        TypeElement element = TypeFacts.element(type);
        if (element == null || scalars.of(type) != null) {
            return;
        }
        for (String container : Set.of("java.util.Optional", "java.lang.Iterable", "java.util.Map")) {
            open.addAll(subject.facts().argumentsOf(type, container));
        }
        if (CanonicalRefusals.reason(subject.facts(), subject.properties(), type) == null) {
            open.addAll(element.getPermittedSubclasses());
            subject.properties().canonical((DeclaredType) type).values().forEach(property -> open.add(property.type()));
        }
    }
}
