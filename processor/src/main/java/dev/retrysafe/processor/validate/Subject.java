package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.ToolSource;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.Properties;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The method under examination, with what every rule needs.
 *
 * @param source the method as written
 * @param facts answers about types
 * @param properties finds members
 * @param options the compilation's options
 * @param problems collects what is wrong
 */
record Subject(ToolSource source, TypeFacts facts, Properties properties, Options options, Problems problems) {

    void report(ProblemCode code, Place place, String text, String fix, String why) {
        problems.add(code, place, text, fix, why);
    }

    /** Reports what may be silenced where it is about, too. */
    void report(ProblemCode code, Place place, List<? extends Element> about, String text, String fix, String why) {
        problems.add(code, place, about, text, fix, why);
    }

    /** The method's name, as messages say it. */
    String name() {
        return source.methodName();
    }

    /** The package of the code that is written. */
    PackageElement home() {
        return facts.elements().getPackageOf(source.type());
    }

    List<? extends VariableElement> parameters() {
        return source.method().getParameters();
    }

    /** The parameters that a caller fills in. */
    List<? extends VariableElement> arguments() {
        return parameters().stream()
                .filter(parameter -> !Frameworks.injects(parameter))
                .toList();
    }

    TypeMirror typeOf(VariableElement parameter) {
        return facts.resolve(parameter.asType());
    }

    /** Whether generated code can name the parameter's class. */
    boolean nameable(VariableElement parameter) {
        return facts.invisibleFrom(home(), facts.types().erasure(parameter.asType())) == null;
    }

    /**
     * The agent framework's annotation on the method, or on the nearest that it overrides or implements, where frameworks
     * look too; null when a model does not call it.
     */
    @Nullable
    AnnotationMirror toolAnnotation() {
        return Stream.concat(Stream.of(source.method()), facts.overridden(source.method()).stream())
                .map(Frameworks::toolAnnotation)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Whether a model calls the method. */
    boolean calledByModel() {
        return toolAnnotation() != null;
    }
}
