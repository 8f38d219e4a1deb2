package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.Properties;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/** Reads a fingerprint's paths into a tree, and reports paths that are malformed or say the same thing twice. */
final class FingerprintPaths {

    static final String ALL = "*";

    private static final String WHY_ONE_WAY =
            "there is one way to say what defines the effect, so that it can be reviewed.";

    private final Subject subject;

    private final List<Path> paths = new ArrayList<>();

    private FingerprintPaths(Subject subject) {
        this.subject = subject;
    }

    /** One path, taken apart; no names stand for all parameters. */
    private record Path(int index, Written<String> written, boolean out, List<String> names) {

        boolean isAtOrAbove(Path other) {
            return names.size() <= other.names.size()
                    && other.names.subList(0, names.size()).equals(names);
        }
    }

    /** The tree of the paths; null when they are wrong in a way that makes the rest meaningless. */
    static @Nullable SelectionNode read(Subject subject) {
        FingerprintPaths reader = new FingerprintPaths(subject);
        int before = subject.problems().errors();
        subject.source().fingerprint().value().forEach(reader::parse);
        if (subject.problems().errors() > before) {
            return null;
        }
        if (reader.paths.stream().allMatch(Path::out)) {
            reader.nothingPutIn();
            return null;
        }
        reader.checkOverlaps();
        if (subject.problems().errors() > before) {
            return null;
        }
        return reader.tree();
    }

    private void parse(Written<String> written) {
        boolean out = written.value().startsWith("!");
        String text = out ? written.value().substring(1) : written.value();
        List<String> names = text.equals(ALL) ? List.of() : List.of(text.split("\\.", -1));
        if ((out && text.equals(ALL)) || !isPath(names)) {
            subject.report(
                    ProblemCode.MALFORMED_PATH,
                    written.place(),
                    "fingerprint of " + subject.name() + " has the malformed path \"" + written.value() + "\"",
                    "write \"*\", a parameter's name such as \"request\", names joined by dots such as \"request.title\","
                            + " or one of the latter after \"!\".",
                    "a path that cannot be read selects nothing.");
        } else {
            paths.add(new Path(paths.size(), written, out, names));
        }
    }

    /** The names of a parameter and of properties; none stand for all parameters. */
    static boolean isPath(List<String> names) {
        return names.isEmpty()
                || (SourceVersion.isIdentifier(names.get(0)) && names.stream().allMatch(Properties::isName));
    }

    private void nothingPutIn() {
        boolean empty = paths.isEmpty();
        subject.report(
                ProblemCode.EMPTY_FINGERPRINT,
                subject.source().fingerprint().place(),
                "fingerprint of " + subject.name()
                        + (empty ? " is empty" : " only takes out, so nothing defines the effect"),
                empty ? "start with fingerprint = \"*\" (all parameters)." : "add \"*\" (all parameters).",
                "without it, a retry with other arguments would be answered with the first call's result.");
    }

    private void checkOverlaps() {
        for (Path inner : paths) {
            for (Path outer : paths) {
                if (inner.index() != outer.index() && outer.isAtOrAbove(inner) && clashes(outer, inner)) {
                    overlap(outer, inner);
                    break;
                }
            }
            if (inner.out() && paths.stream().noneMatch(path -> !path.out() && path.isAtOrAbove(inner))) {
                withoutEffect(inner);
            }
        }
    }

    private boolean clashes(Path outer, Path inner) {
        if (outer.names().equals(inner.names())) {
            return outer.index() < inner.index();
        }
        // Taking something out below what is put in is what exclusions are for.
        return outer.out() || !inner.out();
    }

    private void overlap(Path outer, Path inner) {
        boolean same = outer.names().equals(inner.names());
        String relation = same ? " is the same as \"" : " lies inside \"";
        String what = outer.out() && !inner.out() ? ", which takes it out again" : ", which is listed too";
        if (inner.out() && !outer.out()) {
            what = ", so nothing is left of it";
        }
        subject.report(
                ProblemCode.OVERLAPPING_PATHS,
                inner.written().place(),
                "fingerprint of " + subject.name() + ": \"" + inner.written().value() + "\"" + relation
                        + outer.written().value() + "\"" + what,
                "remove one of the two.",
                WHY_ONE_WAY);
    }

    private void withoutEffect(Path path) {
        if (paths.stream().anyMatch(other -> !other.out() && path.isAtOrAbove(other))) {
            return;
        }
        subject.report(
                ProblemCode.EXCLUSION_WITHOUT_EFFECT,
                path.written().place(),
                "fingerprint of " + subject.name() + " takes out \""
                        + path.written().value().substring(1) + "\", which no path puts in",
                "remove \"" + path.written().value() + "\", or add the path that it is an exception to.",
                WHY_ONE_WAY);
    }

    private SelectionNode tree() {
        SelectionNode root = new SelectionNode();
        for (Path path : paths) {
            SelectionNode node = root;
            for (String name : path.names()) {
                node = node.child(name);
            }
            if (path.out()) {
                node.takeOut(path.written());
            } else {
                node.putIn(path.written());
            }
        }
        return root;
    }
}
