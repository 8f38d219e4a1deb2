package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.KeyValue;
import dev.retrysafe.processor.model.PathRead;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.Properties;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Checks the receipt's paths into the result. */
final class ReceiptRule {

    private static final String WHY = "the receipt would not name what was done, and nobody could look it up.";

    private final Subject subject;

    private final ResultRule.Result result;

    ReceiptRule(Subject subject, ResultRule.Result result) {
        this.subject = subject;
        this.result = result;
    }

    /** The path of a member of the receipt; null for none, or for a wrong one, which is reported. */
    @Nullable
    PathRead check(String member, Written<String> written) {
        String path = written.value();
        if (path.isEmpty()) {
            return null;
        }
        String owner = "receipt " + member + " of " + subject.name();
        List<String> names = List.of(path.split("\\.", -1));
        if (!names.stream().allMatch(Properties::isName)) {
            subject.report(
                    ProblemCode.MALFORMED_PATH,
                    written.place(),
                    owner + " has the malformed path \"" + path + "\"",
                    "write names joined by dots, such as \"ticket.id\".",
                    WHY);
            return null;
        }
        TypeMirror type = result.type();
        if (type == null) {
            subject.report(
                    ProblemCode.UNKNOWN_PATH,
                    written.place(),
                    owner + " names \"" + path + "\", but the method returns nothing",
                    "remove it, or return what the remote system answered.",
                    WHY);
            return null;
        }
        PathResolver resolver = new PathResolver(subject, owner, written.place(), path, type);
        PathResolver.End end = resolver.follow(names, "result");
        if (end == null) {
            return null;
        }
        KeyValue kind = kind(end.type(), member.equals("url"));
        if (kind == null) {
            subject.report(
                    ProblemCode.UNSUPPORTED_RECEIPT_TYPE,
                    written.place(),
                    owner + " names \"" + path + "\" of type " + TypeFacts.display(end.type()),
                    "name a value that is text, an integral number, a UUID or an enum.",
                    WHY);
            return null;
        }
        return resolver.read("result", type, kind);
    }

    private @Nullable KeyValue kind(TypeMirror type, boolean address) {
        if (address && TypeFacts.nameOf(type).equals("java.net.URI")) {
            return KeyValue.URI;
        }
        KeyValue kind = PathResolver.kind(subject.facts(), type);
        return kind == KeyValue.BOOL || kind == KeyValue.ATOMIC_BOOLEAN || kind == KeyValue.DATE ? null : kind;
    }
}
