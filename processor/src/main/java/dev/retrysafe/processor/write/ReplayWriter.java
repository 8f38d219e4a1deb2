package dev.retrysafe.processor.write;

import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import javax.lang.model.type.TypeMirror;

/** Writes how a stored failure is built again: by comparing names, so that none from a store is ever loaded. */
final class ReplayWriter {

    private ReplayWriter() {}

    static void write(List<TypeMirror> types, TypeSpec.Builder tool) {
        if (types.isEmpty()) {
            return;
        }
        MethodSpec.Builder method = ToolWriter.override("rebuild")
                .addParameter(String.class, "type")
                .addParameter(String.class, "message")
                .addException(Throwable.class)
                .returns(Throwable.class);
        for (TypeMirror type : types) {
            TypeName name = TypeName.get(type);
            method.beginControlFlow("if (type.equals($T.class.getName()))", name)
                    .addStatement("return new $T(message)", name)
                    .endControlFlow();
        }
        tool.addMethod(method.addStatement("return null").build());
    }
}
