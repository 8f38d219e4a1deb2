package dev.retrysafe.processor.write;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import dev.retrysafe.processor.model.Access;

/** The local names of one method, none of which hides a constant. */
final class Locals {

    static final String CONSTANT_PREFIX = "MEMBER_";

    private final Names names = new Names();

    Locals(String... taken) {
        for (String name : taken) {
            names.newName(name);
        }
    }

    String newName(String wish) {
        return names.newName(wish.startsWith(CONSTANT_PREFIX) ? "local_" + wish : wish);
    }

    /** Code that reads a member of the variable's value. */
    static CodeBlock read(String variable, Access access) {
        return access.cast()
                ? CodeBlock.of("($T) (Object) $L.$L", TypeName.get(access.type()), variable, access.code())
                : CodeBlock.of("$L.$L", variable, access.code());
    }
}
