package dev.retrysafe.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import dev.retrysafe.processor.model.Canonical;
import java.util.function.Consumer;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Writes the code for one value after another into a method's body. */
final class ValueWriter {

    private static final ClassName ENTRY = ClassName.get("java.util", "Map", "Entry");

    private static final ClassName MAP = ClassName.get("java.util", "Map");

    private static final ClassName STRING = ClassName.get(String.class);

    private static final ClassName ITERABLE = ClassName.get("java.lang", "Iterable");

    private final FormWriter forms;

    private final CodeBlock.Builder code;

    private final Locals locals;

    ValueWriter(FormWriter forms, CodeBlock.Builder code, Locals locals) {
        this.forms = forms;
        this.code = code;
        this.locals = locals;
    }

    /** A member, which is left out when its value is null or absent. */
    void member(String name, CodeBlock read, TypeMirror type, Canonical value) {
        String constant = forms.constantFor(name);
        String call = value instanceof Canonical.Single single
                ? single.scalar().memberCall(type.getKind().isPrimitive())
                : null;
        if (call != null) {
            // Half of what generated code is made of is such members, so they take one line each.
            code.addStatement("w.$L($L, $L)", call, constant, read);
            return;
        }
        String variable = locals.newName(name);
        code.addStatement("$T $L = $L", TypeName.get(type), variable, read);
        ifPresent(variable, type.getKind().isPrimitive(), value, null, inner -> {
            code.addStatement("w.member($L)", constant);
            write(inner.variable(), inner.value());
        });
    }

    /** An element, which is {@code null} when it is null or absent. */
    private void element(String variable, TypeMirror type, Canonical value) {
        ifPresent(
                variable,
                type.getKind().isPrimitive(),
                value,
                "w.nullValue()",
                inner -> write(inner.variable(), inner.value()));
    }

    /** A value in a variable, taken out of what may be absent. */
    private record Present(String variable, Canonical value) {}

    private void ifPresent(
            String variable, boolean primitive, Canonical value, @Nullable String otherwise, Consumer<Present> body) {
        if (primitive) {
            body.accept(new Present(variable, value));
            return;
        }
        boolean maybe = value instanceof Canonical.Maybe
                || (value instanceof Canonical.Single single && single.scalar().maybeAbsent());
        if (value instanceof Canonical.JsonLike) {
            if (otherwise != null) {
                // An element and an entry of a map: its null is a value, too.
                body.accept(new Present(variable, value));
                return;
            }
            code.beginControlFlow("if (!w.isJsonAbsent($L))", variable);
        } else {
            code.beginControlFlow(maybe ? "if ($1L != null && $1L.isPresent())" : "if ($L != null)", variable);
        }
        if (value instanceof Canonical.Maybe optional) {
            String inner = locals.newName(variable + "Value");
            code.addStatement("$T $L = $L.get()", TypeName.get(optional.innerType()), inner, variable);
            boolean certain = !(optional.inner() instanceof Canonical.Maybe)
                    && !(optional.inner() instanceof Canonical.JsonLike)
                    && !(optional.inner() instanceof Canonical.Single single
                            && single.scalar().maybeAbsent());
            ifPresent(inner, certain, optional.inner(), otherwise, body);
        } else {
            body.accept(new Present(variable, value));
        }
        if (otherwise != null) {
            code.nextControlFlow("else").addStatement("$L", otherwise);
        }
        code.endControlFlow();
    }

    private void write(String variable, Canonical value) {
        if (value instanceof Canonical.Single single) {
            code.addStatement(
                    "w.$L($L)", single.scalar().call(), single.scalar().expression(variable));
        } else if (value instanceof Canonical.Many many) {
            many(variable, many);
        } else if (value instanceof Canonical.Keyed keyed) {
            keyed(variable, keyed);
        } else if (value instanceof Canonical.JsonLike) {
            code.addStatement("w.jsonLike($L)", variable);
        } else if (value instanceof Canonical.Shaped shaped) {
            code.addStatement("$L(w, $L)", forms.methodFor(shaped.form()), variable);
        } else {
            throw new IllegalStateException("what may be absent is taken apart before: " + value);
        }
    }

    private void many(String variable, Canonical.Many many) {
        boolean ordered = many.order() == Canonical.Order.KEPT;
        String array = locals.newName(ordered ? "array" : "unordered");
        if (ordered) {
            code.addStatement("int $L = w.beginArray()", array);
        } else {
            code.addStatement("$T $L = w.beginUnordered()", RuntimeTypes.UNORDERED, array);
        }
        String item = locals.newName("item");
        TypeName itemType = TypeName.get(many.elementType());
        code.beginControlFlow(
                "for ($T $L : $L)",
                itemType,
                item,
                many.cast()
                        ? cast(ParameterizedTypeName.get(ITERABLE, itemType), variable)
                        : CodeBlock.of("$L", variable));
        code.addStatement("$L.element()", ordered ? "w" : array);
        element(item, many.elementType(), many.element());
        code.endControlFlow();
        switch (many.order()) {
            case KEPT -> code.addStatement("w.endArray($L)", array);
            case SORTED -> code.addStatement("$L.end()", array);
            case SORTED_AND_MERGED -> code.addStatement("$L.endMerged()", array);
        }
    }

    private void keyed(String variable, Canonical.Keyed keyed) {
        String entries = locals.newName("entries");
        String entry = locals.newName("entry");
        String key = locals.newName("key");
        String value = locals.newName("entryValue");
        TypeName keyType = TypeName.get(keyed.keyType());
        TypeName valueType = TypeName.get(keyed.valueType());
        code.addStatement("$T $L = w.beginMap()", RuntimeTypes.ENTRIES, entries);
        code.beginControlFlow(
                "for ($T $L : $L.entrySet())",
                ParameterizedTypeName.get(ENTRY, keyType, valueType),
                entry,
                keyed.cast()
                        ? CodeBlock.of("($L)", cast(ParameterizedTypeName.get(MAP, keyType, valueType), variable))
                        : CodeBlock.of("$L", variable));
        code.addStatement("$T $L = $L.getKey()", keyType, key, entry);
        code.addStatement("$T $L = $L.getValue()", valueType, value, entry);
        ifPresent(value, false, keyed.value(), entries + ".leaveOut()", inner -> {
            CodeBlock text = keyType.equals(STRING)
                    ? CodeBlock.of("$L", key)
                    : CodeBlock.of("$L == null ? null : $L", key, keyed.key().expression(key));
            code.addStatement("$L.key($L)", entries, text);
            write(inner.variable(), inner.value());
        });
        code.endControlFlow();
        code.addStatement("$L.end()", entries);
    }

    private static CodeBlock cast(TypeName type, String variable) {
        return CodeBlock.of("($T) (Object) $L", type, variable);
    }
}
