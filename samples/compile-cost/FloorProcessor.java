import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** The least that a processor can do which writes a class beside each type that has tools: an empty one. */
final class FloorProcessor extends AbstractProcessor {

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("dev.retrysafe.annotation.*");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
            if (type.getSimpleName().contentEquals("Desk")) {
                write(type);
            }
        }
        return true;
    }

    private void write(Element type) {
        String name = type + "_Empty";
        int simple = name.lastIndexOf('.');
        try (Writer out = processingEnv.getFiler().createSourceFile(name, type).openWriter()) {
            out.write("package " + name.substring(0, simple) + "; final class " + name.substring(simple + 1) + " {}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
