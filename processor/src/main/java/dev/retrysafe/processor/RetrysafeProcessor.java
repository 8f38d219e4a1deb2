package dev.retrysafe.processor;

import com.google.auto.service.AutoService;
import dev.retrysafe.processor.type.Frameworks;
import java.util.HashSet;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Checks the methods that carry {@code @SideEffect} and writes, beside each type that declares some, the class that
 * computes their keys and fingerprints.
 */
@AutoService(Processor.class)
public final class RetrysafeProcessor extends AbstractProcessor {

    private static final String ANNOTATIONS = "dev.retrysafe.annotation.";

    /** What the written code carries. */
    private static final String GENERATED = "javax.annotation.processing.Generated";

    private @Nullable Compilation compilation;

    /** Called by the compiler. */
    public RetrysafeProcessor() {}

    /**
     * Agent frameworks' annotations count on methods whose own annotation is elsewhere. Where AspectJ weaves, overrides
     * without annotations count too, so every type is looked at.
     */
    @Override
    public Set<String> getSupportedAnnotationTypes() {
        if (OptionReader.isWoven(processingEnv.getOptions())) {
            return Set.of("*");
        }
        Set<String> types = new HashSet<>(Frameworks.TOOL_ANNOTATIONS);
        types.add(ANNOTATIONS + "*");
        types.add(GENERATED);
        return types;
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public Set<String> getSupportedOptions() {
        return OptionReader.supported(processingEnv.getOptions());
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
        super.init(environment);
        compilation = new Compilation(environment);
    }

    /** Claims its own annotations: javac would otherwise warn, under -Xlint:all, that nobody did. */
    @SuppressWarnings("DoNotClaimAnnotations")
    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (compilation != null) {
            compilation.process(round);
        }
        return annotations.stream()
                .map(annotation -> annotation.getQualifiedName().toString())
                .allMatch(name -> name.startsWith(ANNOTATIONS) || name.equals(GENERATED));
    }
}
