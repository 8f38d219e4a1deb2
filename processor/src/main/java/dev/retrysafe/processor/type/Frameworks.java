package dev.retrysafe.processor.type;

import java.util.Map;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import org.jspecify.annotations.Nullable;

/** What is known by name about the frameworks that call tools. */
public final class Frameworks {

    /** On methods that a model calls. */
    private static final Set<String> TOOL_ANNOTATIONS = Set.of(
            "org.springframework.ai.tool.annotation.Tool",
            "org.springframework.ai.mcp.annotation.McpTool",
            "org.springaicommunity.mcp.annotation.McpTool",
            "dev.langchain4j.agent.tool.Tool");

    private static final Set<String> INJECTED_TYPES = Set.of(
            "org.springframework.ai.chat.model.ToolContext",
            "org.springframework.ai.mcp.annotation.McpMeta",
            "org.springframework.ai.mcp.annotation.context.McpSyncRequestContext",
            "org.springframework.ai.mcp.annotation.context.McpAsyncRequestContext",
            "org.springaicommunity.mcp.annotation.McpMeta",
            "org.springaicommunity.mcp.context.McpSyncRequestContext",
            "org.springaicommunity.mcp.context.McpAsyncRequestContext",
            "io.modelcontextprotocol.common.McpTransportContext",
            "io.modelcontextprotocol.server.McpTransportContext",
            "io.modelcontextprotocol.server.McpSyncServerExchange",
            "io.modelcontextprotocol.server.McpAsyncServerExchange",
            "io.modelcontextprotocol.spec.McpSchema.CallToolRequest",
            "dev.langchain4j.invocation.InvocationParameters",
            "dev.langchain4j.invocation.InvocationContext",
            "kotlin.coroutines.Continuation");

    private static final Set<String> INJECTING_ANNOTATIONS = Set.of(
            "dev.langchain4j.agent.tool.ToolMemoryId",
            "org.springframework.ai.mcp.annotation.McpProgressToken",
            "org.springaicommunity.mcp.annotation.McpProgressToken");

    /** On methods, or on types for all of their methods, that run while their caller goes on. */
    private static final Set<String> ASYNC = Set.of(
            "org.springframework.scheduling.annotation.Async",
            "jakarta.ejb.Asynchronous",
            "javax.ejb.Asynchronous",
            "jakarta.enterprise.concurrent.Asynchronous",
            "org.eclipse.microprofile.faulttolerance.Asynchronous",
            "io.smallrye.faulttolerance.api.AsynchronousNonBlocking",
            "io.micronaut.scheduling.annotation.Async");

    /** Annotations on annotations on annotations…: more is a mistake, or a circle. */
    private static final int MOST_LEVELS = 4;

    private Frameworks() {}

    /**
     * The agent framework's annotation on the method, or on one of the method's annotations; null when a model does not
     * call it.
     */
    public static @Nullable AnnotationMirror toolAnnotation(Element method) {
        return merged(method, TOOL_ANNOTATIONS, MOST_LEVELS);
    }

    /** The name that the framework's annotation gives to the tool; empty for none. */
    public static String explicitName(AnnotationMirror toolAnnotation) {
        for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> entry :
                toolAnnotation.getElementValues().entrySet()) {
            if (entry.getKey().getSimpleName().contentEquals("name")
                    && entry.getValue().getValue() instanceof String name) {
                return name;
            }
        }
        return "";
    }

    /** Whether the framework, not the model, fills in the parameter. */
    public static boolean injects(VariableElement parameter) {
        return INJECTED_TYPES.contains(TypeFacts.nameOf(parameter.asType()))
                || annotation(parameter, INJECTING_ANNOTATIONS) != null;
    }

    /** The name of the annotation by which a framework runs the method while its caller goes on; null for none. */
    public static @Nullable String async(ExecutableElement method) {
        String own = async((Element) method);
        return own == null ? async(TypeFacts.owner(method)) : own;
    }

    private static @Nullable String async(Element element) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            if (merged(mirror, ASYNC, MOST_LEVELS) != null) {
                return mirror.getAnnotationType().asElement().getSimpleName().toString();
            }
        }
        return null;
    }

    /** An annotation of the application's own may carry a framework's. */
    private static @Nullable AnnotationMirror merged(Element element, Set<String> names, int levels) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            AnnotationMirror found = merged(mirror, names, levels);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable AnnotationMirror merged(AnnotationMirror mirror, Set<String> names, int levels) {
        String name = TypeFacts.nameOf(mirror.getAnnotationType());
        if (names.contains(name)) {
            return mirror;
        }
        // The language's own carry only one another.
        return levels == 1 || name.startsWith("java.lang.")
                ? null
                : merged(mirror.getAnnotationType().asElement(), names, levels - 1);
    }

    /** The first of the named annotations on the element; null for none. */
    public static @Nullable AnnotationMirror annotation(Element element, Set<String> names) {
        return merged(element, names, 1);
    }
}
