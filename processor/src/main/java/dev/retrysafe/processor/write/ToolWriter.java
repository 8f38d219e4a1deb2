package dev.retrysafe.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.retrysafe.processor.model.KeyPart;
import dev.retrysafe.processor.model.KeyPart.Source;
import dev.retrysafe.processor.model.PathRead;
import dev.retrysafe.processor.model.ToolModel;
import dev.retrysafe.processor.model.ToolModel.Argument;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Writes the nested class of one tool. */
final class ToolWriter {

    private final ToolModel tool;

    private final String declaringType;

    private final FormWriter forms;

    private final PathWriter paths;

    ToolWriter(ToolModel tool, String declaringType, FormWriter forms, PathWriter paths) {
        this.tool = tool;
        this.declaringType = declaringType;
        this.forms = forms;
        this.paths = paths;
    }

    TypeSpec write(String name) {
        TypeSpec.Builder type = TypeSpec.classBuilder(name)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .superclass(RuntimeTypes.TOOL_METHOD)
                .addMethod(MethodSpec.constructorBuilder().addCode(definition()).build())
                .addMethod(key())
                .addMethod(effect());
        receiptPath(type, "remoteId", tool.remoteId());
        receiptPath(type, "remoteUrl", tool.remoteUrl());
        LookupWriter.write(tool.recovery().lookup(), type);
        ReplayWriter.write(tool.replay(), type);
        return type.build();
    }

    private CodeBlock definition() {
        CodeBlock.Builder code = CodeBlock.builder()
                .add("super(\n$>$>")
                .add(
                        "$T.builder($S, $S, $S)\n$>$>",
                        RuntimeTypes.TOOL_DEFINITION,
                        tool.tool(),
                        declaringType,
                        tool.methodName())
                .add(".key($S)\n", tool.keyTemplate())
                .add(".fingerprint($S", tool.definitionHash());
        tool.fingerprintPaths().forEach(path -> code.add(", $S", path));
        code.add(")\n");
        if (!tool.mutation().equals("NON_IDEMPOTENT")) {
            code.add(".mutation($T.$L)\n", RuntimeTypes.MUTATION, tool.mutation());
        }
        Duration ttl = tool.ttl();
        if (ttl != null) {
            code.add(".ttl($LL, $L)\n", ttl.getSeconds(), ttl.getNano());
        }
        if (!tool.receiptSystem().isEmpty()) {
            code.add(".receiptSystem($S)\n", tool.receiptSystem());
        }
        switch (tool.completion()) {
            case FUTURE -> code.add(".completesLater()\n");
            case MONO -> code.add(".completesInMono()\n");
            case RETURN -> {}
        }
        if (!tool.storeResult()) {
            code.add(".receiptOnly()\n");
        }
        if (!tool.noEffect().isEmpty()) {
            code.add(".noEffect($T.of($L))\n", List.class, classes(tool.noEffect()));
        }
        if (!tool.replay().isEmpty()) {
            code.add(".replay($T.of($L))\n", List.class, classes(tool.replay()));
        }
        if (tool.witnessed()) {
            code.add(".witnessed()\n");
        }
        code.add(LookupWriter.definition(tool.recovery()));
        code.add(".build(),\n$<$<").add(resultType());
        if (!tool.parameterTypes().isEmpty()) {
            code.add(",\n$L", classes(tool.parameterTypes()));
        }
        return code.add(");\n$<$<").build();
    }

    private static CodeBlock classes(List<TypeMirror> types) {
        return types.stream()
                .map(type -> CodeBlock.of("$T.class", TypeName.get(type)))
                .collect(CodeBlock.joining(", "));
    }

    private CodeBlock resultType() {
        TypeMirror type = tool.resultType();
        if (type == null) {
            return CodeBlock.of("$T.VOID", RuntimeTypes.RESULT_TYPE);
        }
        TypeName name = TypeName.get(type);
        return name instanceof ClassName
                ? CodeBlock.of("$T.of($T.class)", RuntimeTypes.RESULT_TYPE, name)
                : CodeBlock.of("new $T() {}", ParameterizedTypeName.get(RuntimeTypes.RESULT_TYPE, name));
    }

    private MethodSpec key() {
        MethodSpec.Builder method =
                override("key").addParameter(RuntimeTypes.KEY_WRITER, "k").addParameter(Object[].class, "arguments");
        // Between two values there is one text, separators included, and so one call.
        StringBuilder literal = new StringBuilder();
        boolean first = true;
        for (KeyPart part : tool.key()) {
            literal.append(first ? "" : ":").append(part.before());
            first = false;
            Source source = part.source();
            if (source != null) {
                literal(method, literal);
                method.addStatement("k$L.$L", part.tenant() ? ".tenant()" : "", value(source));
            }
            literal.append(part.after());
        }
        literal(method, literal);
        for (Source.Argument tenant : tool.tenants()) {
            PathRead read = tenant.read();
            method.addStatement("k.checkTenant($S, $L($L))", read.path(), paths.forText(read), given(tenant));
        }
        return method.build();
    }

    private static void literal(MethodSpec.Builder method, StringBuilder literal) {
        if (literal.indexOf(":") == 0 && literal.length() == 1) {
            method.addStatement("k.separator()");
        } else if (!literal.isEmpty()) {
            method.addStatement("k.literal($S)", literal);
        }
        literal.setLength(0);
    }

    private CodeBlock value(Source source) {
        if (source instanceof Source.Context context) {
            return CodeBlock.of("context($S)", context.name());
        }
        if (source instanceof Source.Argument argument) {
            PathRead read = argument.read();
            CodeBlock given = given(argument);
            return read.steps().isEmpty() && read.kind().direct()
                    ? CodeBlock.of("$L($S, $L)", read.kind().call(), read.path(), given)
                    : CodeBlock.of("$L($S, $L($L))", read.kind().call(), read.path(), paths.forKey(read), given);
        }
        return CodeBlock.of("fingerprint()");
    }

    private static CodeBlock given(Source.Argument argument) {
        return argument(TypeName.get(argument.read().rootType()).box(), argument.index());
    }

    /** Without a cast that -Xlint:cast would call redundant. */
    static CodeBlock argument(TypeName type, int index) {
        return type.equals(ClassName.OBJECT)
                ? CodeBlock.of("arguments[$L]", index)
                : CodeBlock.of("($T) arguments[$L]", type, index);
    }

    private MethodSpec effect() {
        CodeBlock.Builder code = CodeBlock.builder();
        Locals locals = new Locals("w", "arguments");
        String object = locals.newName("object");
        code.addStatement("int $L = w.beginObject()", object);
        ValueWriter values = new ValueWriter(forms, code, locals);
        List<Argument> ordered = tool.effect().stream()
                .sorted(Comparator.comparing(Argument::name))
                .toList();
        for (Argument argument : ordered) {
            values.member(
                    argument.name(),
                    argument(TypeName.get(argument.type()), argument.index()),
                    argument.type(),
                    argument.value());
        }
        code.addStatement("w.endObject($L)", object);
        return override("effect")
                .addParameter(RuntimeTypes.CANONICAL_WRITER, "w")
                .addParameter(Object[].class, "arguments")
                .addCode(code.build())
                .build();
    }

    private void receiptPath(TypeSpec.Builder type, String name, @Nullable PathRead read) {
        if (read != null) {
            type.addMethod(override(name)
                    .returns(String.class)
                    .addParameter(Object.class, "result")
                    .addStatement("return $L(($T) result)", paths.forText(read), TypeName.get(read.rootType()))
                    .build());
        }
    }

    static MethodSpec.Builder override(String name) {
        return MethodSpec.methodBuilder(name).addAnnotation(Override.class).addModifiers(Modifier.PUBLIC);
    }
}
