package dev.retrysafe.processor.model;

import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * A type with its tools.
 *
 * @param type the type
 * @param packageName its package
 * @param binaryName its binary name
 * @param tools its tools in source order
 * @param readOnly its tools that have no effect
 * @param shapes what the tools read
 */
public record TypeModel(
        TypeElement type,
        String packageName,
        String binaryName,
        List<ToolModel> tools,
        List<ReadOnlyTool> readOnly,
        List<TypeShape> shapes) {

    /** A tool that has no effect. */
    public record ReadOnlyTool(String tool, String methodName) {}

    /** The simple name of the class that is written beside the type. */
    public String generatedName() {
        String simple = packageName.isEmpty() ? binaryName : binaryName.substring(packageName.length() + 1);
        return simple.replace('$', '_') + "_SideEffects";
    }
}
