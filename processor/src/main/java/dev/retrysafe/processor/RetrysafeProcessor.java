package dev.retrysafe.processor;

import com.google.auto.service.AutoService;
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

    private @Nullable Compilation compilation;

    /** Called by the compiler. */
    public RetrysafeProcessor() {}

    /**
     * Every type is looked at: an agent framework's annotation may be on an annotation that only the application knows,
     * and overrides of tools count without any. A compilation without tools is asked too, lest the compiler call our
     * options unknown.
     */
    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("*");
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

    /** Claims nothing: that would be everything. {@link SideEffectAnnotations} claims what is ours. */
    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (compilation != null) {
            compilation.process(round);
        }
        return false;
    }
}
