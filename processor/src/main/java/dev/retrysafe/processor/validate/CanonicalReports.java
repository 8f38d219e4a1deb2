package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Spelling;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.Property;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/** Says what is wrong with what a fingerprint selects. */
final class CanonicalReports {

    private static final String WHY_PATH = "a path that selects nothing protects nothing.";

    private final Subject subject;

    private final Recursion recursion;

    CanonicalReports(Subject subject) {
        this.subject = subject;
        this.recursion = new Recursion(subject);
    }

    void belowScalar(Written<String> path, TypeMirror type, Site site) {
        subject.report(
                ProblemCode.UNKNOWN_PATH,
                path.place(),
                "fingerprint of " + subject.name() + " names \"" + path.value() + "\", but " + site.path() + " is a "
                        + TypeFacts.display(type) + ", which has no members",
                "end the path at \"" + site.path() + "\".",
                WHY_PATH);
    }

    void belowJson(Written<String> path, TypeMirror type, Site site) {
        subject.report(
                ProblemCode.UNKNOWN_PATH,
                path.place(),
                "fingerprint of " + subject.name() + " names \"" + path.value() + "\", but " + site.path() + " holds "
                        + TypeFacts.display(type) + ", whose members are known at run time only",
                "name \"" + site.path() + "\" as a whole, or declare a record that has the member.",
                WHY_PATH);
    }

    void unknownMember(Written<String> path, String name, TypeMirror type, Set<String> known) {
        subject.report(
                ProblemCode.UNKNOWN_PATH,
                path.place(),
                "fingerprint of " + subject.name() + " names \"" + path.value() + "\", but " + TypeFacts.display(type)
                        + " has no \"" + name + "\"" + Spelling.didYouMean(name, known),
                "name one of: " + String.join(", ", new TreeSet<>(known)) + ".",
                WHY_PATH);
    }

    void checkedAccessor(Property property, Site site) {
        subject.report(
                ProblemCode.CHECKED_ACCESSOR,
                site.place(),
                "fingerprint of " + subject.name() + " reads " + site.path() + ", whose accessor " + property.code()
                        + " declares a checked exception",
                "take it out with " + exclusion(site) + ", or let the accessor declare none.",
                "a value that may fail to be read cannot tell whether a retry is the same effect.");
    }

    void invisible(TypeElement type, Site site) {
        subject.report(
                ProblemCode.INVISIBLE_TYPE,
                site.place(),
                "fingerprint of " + subject.name() + " reads " + site.path() + ", whose type " + type.getQualifiedName()
                        + " is not visible from package " + subject.home().getQualifiedName(),
                "make the type public or package-private, or take the value out with " + exclusion(site) + ".",
                "the code that reads the value is written into the package of the tool.");
    }

    void noForm(TypeMirror type, Site site, String reason) {
        subject.report(
                ProblemCode.NO_CANONICAL_FORM,
                site.place(),
                "fingerprint of " + subject.name() + " selects " + site.path() + ", but " + TypeFacts.display(type)
                        + " " + reason,
                "take it out with " + exclusion(site)
                        + ", or declare a type that has a canonical form, such as text, a"
                        + " number, a record or a list of them.",
                "without one form of equal values, a retry could not be told from another effect.");
    }

    /** What takes the value out; of a type that contains itself, the path to it alone would not. */
    private String exclusion(Site site) {
        Recursion.Loop loop = recursion.around(site);
        if (loop == null) {
            return "\"!" + site.path() + "\"";
        }
        return (site.path().startsWith(loop.path() + ".") ? "" : "\"!" + site.path() + "\" and ")
                + "the whole \"!" + loop.path() + "\" (" + TypeFacts.display(loop.type())
                + " contains itself there, so the value comes back at every level)";
    }
}
