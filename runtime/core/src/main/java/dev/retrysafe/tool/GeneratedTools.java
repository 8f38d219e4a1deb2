package dev.retrysafe.tool;

import java.util.List;

/**
 * What the annotation processor writes beside each type that declares annotated methods. The class is found by name: the
 * type's binary name with {@code $} replaced by {@code _}, and {@value #SUFFIX}; it has a public constructor without
 * parameters.
 */
public interface GeneratedTools {

    /** The end of a generated class's name. */
    String SUFFIX = "_SideEffects";

    /** The format of generated code that this runtime reads. */
    int FORMAT = 2;

    /**
     * The format that this class was generated in.
     *
     * @return the format number
     */
    int format();

    /**
     * The annotated methods of the type, in source order.
     *
     * @return one entry per method
     */
    List<ToolMethod> tools();

    /**
     * What the tools read, as it was when they were compiled. The generated class has it as a nested class called
     * {@code Shapes}, with a public constructor without parameters, so that it can be asked while the tools themselves
     * can no longer be linked.
     */
    interface Shapes {

        /**
         * The types that the tools read.
         *
         * @return one entry per type
         */
        List<TypeShape> shapes();
    }

    /**
     * The name of the class that the processor writes beside a type.
     *
     * @param type the type that declares annotated methods
     * @return the binary name of the generated class
     */
    static String nameFor(Class<?> type) {
        String name = type.getName();
        int simple = name.lastIndexOf('.') + 1;
        return name.substring(0, simple) + name.substring(simple).replace('$', '_') + SUFFIX;
    }
}
