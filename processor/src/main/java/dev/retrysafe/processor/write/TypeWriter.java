package dev.retrysafe.processor.write;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import dev.retrysafe.processor.model.ToolModel;
import dev.retrysafe.processor.model.TypeModel;
import dev.retrysafe.processor.model.TypeShape;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;

/** Writes the class beside a type that has tools. */
public final class TypeWriter {

    private static final String PROCESSOR = "dev.retrysafe.processor.RetrysafeProcessor";

    /** Casts from {@code Object} and a user's deprecated types are nobody's fault here. */
    private static final List<String> SUPPRESSED =
            List.of("unchecked", "rawtypes", "deprecation", "removal", "exports");

    private final boolean markGenerated;

    /**
     * Makes a writer.
     *
     * @param markGenerated whether the compilation knows {@code javax.annotation.processing.Generated}
     */
    public TypeWriter(boolean markGenerated) {
        this.markGenerated = markGenerated;
    }

    /** Writes the file; the name of the class in it. */
    public String write(TypeModel model, Filer filer) throws IOException {
        String name = (model.packageName().isEmpty() ? "" : model.packageName() + ".") + model.generatedName();
        try (Writer out = filer.createSourceFile(name, model.type()).openWriter()) {
            out.write(ascii(source(model)));
        }
        return name;
    }

    private String source(TypeModel model) {
        TypeSpec.Builder type = TypeSpec.classBuilder(model.generatedName())
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addSuperinterface(RuntimeTypes.GENERATED_TOOLS)
                .addJavadoc("Keys and fingerprints of the tools of {@code $L}.\n", model.binaryName());
        if (markGenerated) {
            type.addAnnotation(AnnotationSpec.builder(ClassName.get("javax.annotation.processing", "Generated"))
                    .addMember("value", "$S", PROCESSOR)
                    .build());
        }
        type.addAnnotation(AnnotationSpec.builder(SuppressWarnings.class)
                .addMember(
                        "value",
                        "{$L}",
                        SUPPRESSED.stream()
                                .map(name -> CodeBlock.of("$S", name))
                                .collect(CodeBlock.joining(", ")))
                .build());
        FormWriter forms = new FormWriter();
        PathWriter paths = new PathWriter();
        Names classNames = new Names();
        reserveUnnamed(model.type(), classNames);
        List<TypeSpec> tools = new ArrayList<>();
        for (ToolModel tool : model.tools()) {
            String className = classNames.newName(FormWriter.camelCase(tool.methodName()) + "Tool");
            tools.add(new ToolWriter(tool, model.binaryName(), forms, paths).write(className));
        }
        List<MethodSpec> formMethods = forms.methods();
        type.addFields(forms.constants())
                .addMethod(constructor())
                .addMethod(format())
                .addMethod(tools(tools))
                .addMethods(formMethods)
                .addMethods(paths.methods())
                .addType(shapes(model.shapes()))
                .addTypes(tools);
        return JavaFile.builder(model.packageName(), type.build())
                .indent("    ")
                // java.lang is imported too: a package may have a String, or the like, of its own, now or later.
                .build()
                .toString();
    }

    /** A nested class hides a class of its name, which in the unnamed package has no longer name to go by. */
    private static void reserveUnnamed(TypeElement type, Names classNames) {
        Element at = type;
        while (!(at instanceof PackageElement) && at.getEnclosingElement() != null) {
            at = at.getEnclosingElement();
        }
        if (at instanceof PackageElement home && home.isUnnamed()) {
            home.getEnclosedElements()
                    .forEach(user -> classNames.newName(user.getSimpleName().toString()));
        }
    }

    private static MethodSpec format() {
        return MethodSpec.methodBuilder("format")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(int.class)
                .addStatement("return $L", RuntimeTypes.FORMAT)
                .build();
    }

    private static MethodSpec tools(List<TypeSpec> tools) {
        return MethodSpec.methodBuilder("tools")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(ParameterizedTypeName.get(ClassName.get(List.class), RuntimeTypes.TOOL_METHOD))
                .addStatement(
                        "return $T.of($L)",
                        List.class,
                        tools.stream()
                                .map(tool -> CodeBlock.of("new $L()", tool.name()))
                                .collect(CodeBlock.joining(", ")))
                .build();
    }

    /** A class of its own: what reads the types can no longer be linked when some of them have changed. */
    private static TypeSpec shapes(List<TypeShape> shapes) {
        MethodSpec method = MethodSpec.methodBuilder("shapes")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(ParameterizedTypeName.get(ClassName.get(List.class), RuntimeTypes.TYPE_SHAPE))
                .addStatement(
                        "return $T.of($L)",
                        List.class,
                        shapes.stream().map(TypeWriter::shape).collect(CodeBlock.joining(",\n")))
                .build();
        return TypeSpec.classBuilder("Shapes")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                .addJavadoc("What the tools read, as it was when they were compiled.\n")
                .addSuperinterface(RuntimeTypes.GENERATED_SHAPES)
                .addMethod(constructor())
                .addMethod(method)
                .build();
    }

    private static MethodSpec constructor() {
        return MethodSpec.constructorBuilder()
                .addModifiers(Modifier.PUBLIC)
                .addJavadoc("Called at start-up.\n")
                .build();
    }

    private static CodeBlock shape(TypeShape shape) {
        CodeBlock.Builder code = CodeBlock.builder()
                .add("$T.$L($S, $S", RuntimeTypes.TYPE_SHAPE, shape.extent().factory(), shape.type(), shape.kind());
        shape.members().forEach((name, type) -> {
            code.add(", $S", name);
            if (shape.extent() != TypeShape.Extent.SUBTYPES) {
                code.add(", $S", type);
            }
        });
        return code.add(")").build();
    }

    /** Whatever encoding the compilation uses, it can read ASCII. */
    private static String ascii(String source) {
        if (StandardCharsets.US_ASCII.newEncoder().canEncode(source)) {
            return source;
        }
        StringBuilder text = new StringBuilder(source.length());
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            if (c < 0x80) {
                text.append(c);
            } else {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return text.toString();
    }
}
