package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.SelfCalls;
import dev.retrysafe.processor.read.SelfCalls.SelfCall;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Where Spring's proxies intercept, a call from within the bean goes past them. */
public final class SelfInvocationRule {

    private final SelfCalls calls;

    private final Problems problems;

    private final Set<String> checked = new HashSet<>();

    /** Looks at the calls and reports to the problems. */
    public SelfInvocationRule(SelfCalls calls, Problems problems) {
        this.calls = calls;
        this.problems = problems;
    }

    /** Checks a type once, by its methods with their numbers within the compilation, in source order. */
    public void check(TypeElement type, Map<Element, Integer> numbers) {
        if (checked.add(type.getQualifiedName().toString())) {
            calls.in(type, numbers).forEach(this::report);
        }
    }

    private void report(SelfCall call) {
        String tool = call.tool().getSimpleName().toString();
        String type = call.type().getSimpleName().toString();
        problems.add(
                ProblemCode.SELF_INVOCATION,
                call.place(),
                "the tool " + type + "." + tool + " is called from within its own class, past the proxy that protects"
                        + " its calls",
                (call.type().getKind().isInterface()
                                ? "take the bean to call " + tool + " on as a parameter, move the call to another bean"
                                : "inject the bean into itself (ObjectProvider<" + type + ">) and call " + tool
                                        + " on that, move it to another bean")
                        + ", or compile with -Aretrysafe.interception=aspectj and weave.",
                "this call runs unprotected: a retry of the caller causes the effect again.");
    }
}
