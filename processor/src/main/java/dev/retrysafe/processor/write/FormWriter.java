package dev.retrysafe.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import dev.retrysafe.processor.model.Form;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;

/** Writes one method for each form, and one constant for each member's name; tools of one type share them. */
final class FormWriter {

    private final Names methodNames = new Names();

    private final Map<String, String> methodsByForm = new LinkedHashMap<>();

    private final Deque<Form> pending = new ArrayDeque<>();

    private final Names constantNames = new Names();

    private final Map<String, String> constantsByMember = new LinkedHashMap<>();

    /** The method that writes values of the form. */
    String methodFor(Form form) {
        return methodsByForm.computeIfAbsent(form.code(), unused -> {
            pending.add(form);
            return methodNames.newName("write" + camelCase(form.nameHint()));
        });
    }

    /** The constant that holds the prepared name of a member. */
    String constantFor(String member) {
        return constantsByMember.computeIfAbsent(
                member, unused -> constantNames.newName(Locals.CONSTANT_PREFIX + upperCase(member)));
    }

    /** The methods of all forms asked for so far, and of those that they need. */
    List<MethodSpec> methods() {
        List<MethodSpec> methods = new ArrayList<>();
        while (!pending.isEmpty()) {
            methods.add(method(pending.removeFirst()));
        }
        return methods;
    }

    /** The constants asked for so far. */
    List<FieldSpec> constants() {
        List<FieldSpec> constants = new ArrayList<>();
        constantsByMember.forEach((member, constant) -> constants.add(
                FieldSpec.builder(byte[].class, constant, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                        .initializer("$T.memberName($S)", RuntimeTypes.CANONICAL_WRITER, member)
                        .build()));
        return constants;
    }

    private MethodSpec method(Form form) {
        boolean choice = !form.leaves().isEmpty();
        MethodSpec.Builder method = MethodSpec.methodBuilder(methodFor(form))
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .addParameter(RuntimeTypes.CANONICAL_WRITER, "w")
                // A choice takes the raw type: javac knows that some classes cannot be a Result<Item>.
                .addParameter(choice ? rawType(form) : TypeName.get(form.type()), "value");
        if (form.remark() != null) {
            method.addJavadoc("Leaves out: $L.\n", form.remark());
        }
        return method.addCode(choice ? choice(form) : object(form)).build();
    }

    private static ClassName rawType(Form form) {
        return ClassName.get((TypeElement) ((DeclaredType) form.type()).asElement());
    }

    private CodeBlock object(Form form) {
        CodeBlock.Builder code = CodeBlock.builder();
        TypeElement exact = form.exactClass();
        if (exact != null) {
            ClassName name = ClassName.get(exact);
            code.beginControlFlow("if (value.getClass() != $T.class)", name)
                    .addStatement("throw w.unexpectedSubtype($T.class, value.getClass())", name)
                    .endControlFlow();
        }
        Locals locals = new Locals("w", "value");
        String object = locals.newName("object");
        code.addStatement("int $L = w.beginObject()", object);
        ValueWriter values = new ValueWriter(this, code, locals);
        boolean tagged = form.tag() == null;
        for (Form.Member member : form.members()) {
            if (!tagged && member.access().name().compareTo(Form.TYPE_TAG) > 0) {
                tag(code, form);
                tagged = true;
            }
            values.member(
                    member.access().name(),
                    Locals.read("value", member.access()),
                    member.access().type(),
                    member.value());
        }
        if (!tagged) {
            tag(code, form);
        }
        return code.addStatement("w.endObject($L)", object).build();
    }

    private void tag(CodeBlock.Builder code, Form form) {
        code.addStatement("w.member($L)", constantFor(Form.TYPE_TAG)).addStatement("w.text($S)", form.tag());
    }

    private CodeBlock choice(Form form) {
        CodeBlock.Builder code = CodeBlock.builder();
        boolean first = true;
        for (Form.Leaf leaf : form.leaves()) {
            String test = "if (value instanceof $T)";
            ClassName name = ClassName.get(leaf.element());
            if (first) {
                code.beginControlFlow(test, name);
            } else {
                code.nextControlFlow("else " + test, name);
            }
            first = false;
            TypeName type = TypeName.get(leaf.form().type());
            code.addStatement(
                    "$L(w, $Lvalue)",
                    methodFor(leaf.form()),
                    // A sealed class that has values of its own is a leaf of itself: -Xlint:cast would complain.
                    type.equals(rawType(form)) ? "" : CodeBlock.of("($T) ", type));
        }
        return code.nextControlFlow("else")
                .addStatement("throw w.unexpectedSubtype($T.class, value.getClass())", rawType(form))
                .endControlFlow()
                .build();
    }

    static String camelCase(String path) {
        StringBuilder name = new StringBuilder();
        for (String word : path.split("\\.", -1)) {
            if (!word.isEmpty()) {
                name.appendCodePoint(Character.toUpperCase(word.codePointAt(0)))
                        .append(word, word.offsetByCodePoints(0, 1), word.length());
            }
        }
        return name.toString();
    }

    private static String upperCase(String name) {
        String words = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
        return words.startsWith("@") ? words.substring(1) : words;
    }
}
