package dev.retrysafe.processor;

import com.google.auto.service.AutoService;
import dev.retrysafe.processor.model.TypeModel;
import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.SourceReader;
import dev.retrysafe.processor.type.TypeFacts;
import dev.retrysafe.processor.validate.ToolValidator;
import dev.retrysafe.processor.write.TypeWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Checks the methods that carry {@code @SideEffect} and writes, beside each type that declares some, the class that
 * computes their keys and fingerprints.
 */
@AutoService(Processor.class)
public final class RetrysafeProcessor extends AbstractProcessor {

    private @Nullable Pipeline pipeline;

    /** Called by the compiler. */
    public RetrysafeProcessor() {}

    /** The stages that a type goes through. */
    private record Pipeline(Problems problems, SourceReader reader, ToolValidator validator, TypeWriter writer) {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("dev.retrysafe.annotation.*");
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
        OptionReader options = new OptionReader(environment.getOptions());
        Problems problems = new Problems(environment.getMessager(), options.docs(), options.severities());
        options.faults()
                .forEach(fault -> problems.addGlobal(
                        ProblemCode.WRONG_OPTION,
                        fault.text(),
                        fault.fix(),
                        "an option that is not understood would silently change nothing."));
        TypeFacts facts = new TypeFacts(environment.getElementUtils(), environment.getTypeUtils());
        boolean markGenerated =
                environment.getElementUtils().getTypeElement("javax.annotation.processing.Generated") != null;
        pipeline = new Pipeline(
                problems,
                new SourceReader(),
                new ToolValidator(facts, options.options(), problems),
                new TypeWriter(markGenerated));
    }

    /** Claims its annotations: javac would otherwise warn, under -Xlint:all, that nobody did. */
    @SuppressWarnings("DoNotClaimAnnotations")
    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Pipeline stages = pipeline;
        if (stages == null) {
            return false;
        }
        for (TypeElement type : annotatedTypes(round)) {
            process(stages, type);
        }
        stages.problems().print();
        return true;
    }

    private Set<TypeElement> annotatedTypes(RoundEnvironment round) {
        TypeElement annotation = processingEnv.getElementUtils().getTypeElement(SourceReader.SIDE_EFFECT);
        Set<TypeElement> types = new LinkedHashSet<>();
        if (annotation != null) {
            for (Element method : round.getElementsAnnotatedWith(annotation)) {
                types.add(TypeFacts.owner(method));
            }
        }
        return types;
    }

    private void process(Pipeline stages, TypeElement type) {
        TypeModel model = stages.validator().validate(type, stages.reader().read(type));
        if (model == null) {
            return;
        }
        try {
            stages.writer().write(model, processingEnv.getFiler());
        } catch (FilerException taken) {
            stages.problems()
                    .add(
                            ProblemCode.GENERATED_NAME_CLASH,
                            new Place(type, null, null, 0, 0),
                            "the class " + model.generatedName() + " for " + type.getQualifiedName()
                                    + " exists already",
                            "rename the class that has this name.",
                            "the name is how the runtime finds the code.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
