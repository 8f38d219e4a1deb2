package dev.retrysafe.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResultCodecsTest {

    @Test
    void prefersJackson3() {
        assertThat(ResultCodecs.find()).isInstanceOf(Jackson3ResultCodec.class);
    }

    @Test
    void takesJackson2WhereJackson3IsAbsent() throws Exception {
        assertThat(findWithout("/tools/jackson/")).isEqualTo(Jackson2ResultCodec.class.getName());
    }

    @Test
    void takesJackson2WhereJackson3IsThereInPartsOnly() throws Exception {
        assertThat(findWithout("/tools/jackson/core/jackson-core/")).isEqualTo(Jackson2ResultCodec.class.getName());
    }

    @Test
    void needsNothingButDatabind() throws Exception {
        assertThat(findWithout("/tools/jackson/", "/com/fasterxml/jackson/datatype/", "/com/fasterxml/jackson/module/"))
                .isEqualTo(Jackson2ResultCodec.class.getName());
    }

    @Test
    void findsNothingWhereBothAreAbsent() throws Exception {
        assertThat(findWithout("/tools/jackson/", "/com/fasterxml/jackson/")).isNull();
    }

    /** The class of the codec that is found with these jars taken off the class path. */
    private static @Nullable String findWithout(String... jars) throws Exception {
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Arrays.stream(jars).noneMatch(entry.replace('\\', '/')::contains))
                .map(ResultCodecsTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            Object codec = loader.loadClass(ResultCodecs.class.getName())
                    .getMethod("find")
                    .invoke(null);
            return codec == null ? null : codec.getClass().getName();
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
