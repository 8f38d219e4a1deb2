package dev.retrysafe.processor.write;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.retrysafe.processor.model.ToolModel.Lookup;
import dev.retrysafe.processor.model.ToolModel.Recovery;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes how an effect in doubt is settled: what the definition says, and the call of the lookup. */
final class LookupWriter {

    private LookupWriter() {}

    static CodeBlock definition(Recovery recovery) {
        CodeBlock.Builder code = CodeBlock.builder();
        if (!recovery.reconcile().isEmpty()) {
            code.add(".reconcile($S)\n", recovery.reconcile());
        }
        duration(code, "trustAbsentAfter", recovery.trustAbsentAfter());
        duration(code, "resendWithin", recovery.resendWithin());
        if (recovery.resendForever()) {
            code.add(".resendForever()\n");
        }
        return code.build();
    }

    private static void duration(CodeBlock.Builder code, String name, @Nullable Duration duration) {
        if (duration != null) {
            code.add(".$L($LL, $L)\n", name, duration.getSeconds(), duration.getNano());
        }
    }

    /** The lookup has been checked: whatever it is given fits. */
    static void write(@Nullable Lookup lookup, TypeSpec.Builder tool) {
        if (lookup == null) {
            return;
        }
        TypeName owner = TypeName.get(lookup.owner());
        CodeBlock called = lookup.isStatic() ? CodeBlock.of("$T", owner) : CodeBlock.of("(($T) target)", owner);
        CodeBlock arguments = lookup.arguments().stream()
                .map(argument -> argument.index() < 0
                        ? CodeBlock.of("key")
                        : ToolWriter.argument(TypeName.get(argument.type()), argument.index()))
                .collect(CodeBlock.joining(", "));
        tool.addMethod(ToolWriter.override("lookUp")
                .addParameter(Object.class, "target")
                .addParameter(Object[].class, "arguments")
                .addParameter(RuntimeTypes.DOWNSTREAM_KEY, "key")
                .addException(Throwable.class)
                .returns(RuntimeTypes.LOOKUP)
                .addStatement(
                        "return $T.$L($L.$L($L))",
                        RuntimeTypes.LOOKUP,
                        lookup.returnsResult() ? "ofOptional" : "of",
                        called,
                        lookup.method(),
                        arguments)
                .build());
    }
}
