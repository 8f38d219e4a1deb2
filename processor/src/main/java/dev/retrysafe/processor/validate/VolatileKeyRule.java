package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import java.util.List;

/** Reports key values whose names say that they are new on every attempt. */
final class VolatileKeyRule {

    private VolatileKeyRule() {}

    static void check(Subject subject, List<KeyRule.Placeholder> placeholders) {
        for (KeyRule.Placeholder placeholder : placeholders) {
            List<String> names = placeholder.lastNames();
            String path = placeholder.part().path();
            names.stream()
                    .filter(VolatileNames::isVolatile)
                    .findFirst()
                    .ifPresent(name -> subject.report(
                            ProblemCode.VOLATILE_KEY_NAME,
                            subject.source().key().place(),
                            placeholder.about(),
                            "key of " + subject.name() + " holds \"" + path + "\", and a " + name
                                    + " is new on every attempt",
                            "name the operation by an id that stays the same on a retry, such as {ctx.approval} or"
                                    + " {ctx.operation}.",
                            "each retry would get another key and cause another effect."));
            names.stream()
                    .filter(VolatileNames::isSuspect)
                    .findFirst()
                    .ifPresent(name -> subject.report(
                            ProblemCode.SUSPECT_KEY_NAME,
                            subject.source().key().place(),
                            placeholder.about(),
                            "key of " + subject.name() + " holds \"" + path + "\", and a " + name
                                    + " is often new on every attempt",
                            "name the operation by an id that stays the same on a retry, or say that this one does with"
                                    + " @SuppressWarnings(\"retrysafe:SuspectKeyName\").",
                            "if it changes, each retry gets another key and causes another effect."));
        }
    }
}
