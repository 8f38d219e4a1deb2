package dev.retrysafe.processor;

import com.google.auto.service.AutoService;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/**
 * Claims our annotations: javac would otherwise warn, under -Xlint:all, that nobody did. A processor claims all that it
 * is asked about or nothing, and {@link RetrysafeProcessor}, which must be found first, is asked about everything.
 */
@AutoService(Processor.class)
public final class SideEffectAnnotations extends AbstractProcessor {

    /** Called by the compiler. */
    public SideEffectAnnotations() {}

    /** Ours, and what the written code carries. */
    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("dev.retrysafe.annotation.*", "javax.annotation.processing.Generated");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @SuppressWarnings("DoNotClaimAnnotations")
    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        return true;
    }
}
