package dev.retrysafe.processor.write;

import com.palantir.javapoet.ClassName;

/** The runtime's types, by name. */
final class RuntimeTypes {

    static final ClassName CANONICAL_WRITER = ClassName.get("dev.retrysafe.canonical", "CanonicalWriter");

    static final ClassName UNORDERED = CANONICAL_WRITER.nestedClass("Unordered");

    static final ClassName ENTRIES = CANONICAL_WRITER.nestedClass("Entries");

    static final ClassName KEY_WRITER = ClassName.get("dev.retrysafe.canonical", "KeyWriter");

    static final ClassName GENERATED_TOOLS = ClassName.get("dev.retrysafe.tool", "GeneratedTools");

    static final ClassName GENERATED_SHAPES = GENERATED_TOOLS.nestedClass("Shapes");

    static final ClassName TYPE_SHAPE = ClassName.get("dev.retrysafe.tool", "TypeShape");

    static final ClassName TOOL_METHOD = ClassName.get("dev.retrysafe.tool", "ToolMethod");

    static final ClassName TOOL_DEFINITION = ClassName.get("dev.retrysafe.tool", "ToolDefinition");

    static final ClassName RESULT_TYPE = ClassName.get("dev.retrysafe.tool", "ResultType");

    static final ClassName LOOKUP = ClassName.get("dev.retrysafe.tool", "Lookup");

    static final ClassName DOWNSTREAM_KEY = ClassName.get("dev.retrysafe", "DownstreamKey");

    static final ClassName MUTATION = ClassName.get("dev.retrysafe.annotation", "Mutation");

    /** The format of the code that is written here. */
    static final int FORMAT = 2;

    private RuntimeTypes() {}
}
