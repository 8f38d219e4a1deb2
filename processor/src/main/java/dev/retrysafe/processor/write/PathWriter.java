package dev.retrysafe.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import dev.retrysafe.processor.model.KeyValue;
import dev.retrysafe.processor.model.PathRead;
import dev.retrysafe.processor.model.PathRead.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeMirror;

/** Writes a method for each path, which the tools of one type share: it returns null as soon as anything on the way is null or absent. */
final class PathWriter {

    private static final ClassName STRING = ClassName.get(String.class);

    private final Names methodNames = new Names();

    private final Map<String, String> namesByRead = new HashMap<>();

    private final List<MethodSpec> methods = new ArrayList<>();

    List<MethodSpec> methods() {
        return methods;
    }

    /** A method that reads the value as the key writer takes it; its name. */
    String forKey(PathRead read) {
        return add(
                read, typeOf(read.kind()), read.kind()::expression, read.kind().direct());
    }

    /** A method that reads the value as text; its name. */
    String forText(PathRead read) {
        return add(
                read,
                STRING,
                read.kind()::textExpression,
                TypeName.get(read.valueType()).equals(STRING));
    }

    private interface Conversion {
        String of(String variable);
    }

    private String add(PathRead read, TypeName result, Conversion conversion, boolean direct) {
        // Type and path say what the steps are.
        String identity = result + " " + read.kind() + " " + TypeName.get(read.rootType()) + " " + read.path();
        String known = namesByRead.get(identity);
        if (known != null) {
            return known;
        }
        String name = methodNames.newName("read" + FormWriter.camelCase(read.path()));
        namesByRead.put(identity, name);
        CodeBlock.Builder code = CodeBlock.builder();
        Locals locals = new Locals();
        String variable = locals.newName(read.rootName());
        MethodSpec.Builder method = MethodSpec.methodBuilder(name)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(result)
                .addParameter(TypeName.get(read.rootType()), variable);
        TypeMirror type = read.rootType();
        for (Step step : read.steps()) {
            String next;
            if (step instanceof Step.Get get) {
                guard(code, variable, type, "if ($L == null)");
                if (direct && step == read.steps().get(read.steps().size() - 1)) {
                    code.addStatement("return $L", Locals.read(variable, get.access()));
                    return method(name, method, code);
                }
                next = locals.newName(get.access().name());
                code.addStatement("$T $L = $L", TypeName.get(step.type()), next, Locals.read(variable, get.access()));
            } else {
                guard(code, variable, type, "if ($1L == null || !$1L.isPresent())");
                next = locals.newName(variable + "Value");
                code.addStatement(
                        "$T $L = $L.$L",
                        TypeName.get(step.type()),
                        next,
                        variable,
                        ((Step.Unwrap) step).presentValue());
            }
            variable = next;
            type = step.type();
        }
        if (direct) {
            code.addStatement("return $L", variable);
        } else {
            guard(code, variable, type, "if ($L == null)");
            code.addStatement("return $L", conversion.of(variable));
        }
        return method(name, method, code);
    }

    private String method(String name, MethodSpec.Builder method, CodeBlock.Builder code) {
        methods.add(method.addCode(code.build()).build());
        return name;
    }

    private static void guard(CodeBlock.Builder code, String variable, TypeMirror type, String test) {
        if (!type.getKind().isPrimitive()) {
            code.beginControlFlow(test, variable).addStatement("return null").endControlFlow();
        }
    }

    private static TypeName typeOf(KeyValue kind) {
        ClassName raw = ClassName.get(kind.packageName(), kind.typeName());
        return kind == KeyValue.CONSTANT
                ? ParameterizedTypeName.get(raw, WildcardTypeName.subtypeOf(Object.class))
                : raw;
    }
}
