package dev.retrysafe.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eclipse's compiler accepts correct sources, and what is written for them is what is written under javac. */
class EclipseTest {

    @TempDir
    private Path folder;

    @Test
    void writesWhatIsWrittenUnderJavac() throws IOException {
        List<Path> sources = UserProject.files(Path.of("src", "test", "resources", "good"), ".java");
        UserProject javac = new UserProject(Files.createDirectory(folder.resolve("javac")));
        UserProject eclipse = new UserProject(Files.createDirectory(folder.resolve("eclipse")));

        javac.compile(UserProject.javac(), sources, "--release", "17");
        List<String> said = eclipse.compile(new EclipseCompiler(), sources, "--release", "17", "-nowarn");

        assertThat(said).isEmpty();
        assertThat(generated(eclipse)).hasSizeGreaterThanOrEqualTo(10).isEqualTo(generated(javac));
        assertThat(eclipse.written().keySet())
                .contains(generated(eclipse).keySet().stream()
                        .filter(name -> name.endsWith(".java"))
                        .map(name -> name.replace(".java", ".class"))
                        .toArray(String[]::new));
    }

    private static SortedMap<String, String> generated(UserProject project) throws IOException {
        SortedMap<String, String> written = project.written();
        written.keySet().removeIf(name -> name.endsWith(".class"));
        return written;
    }
}
