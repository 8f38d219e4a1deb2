package dev.retrysafe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Finds the descriptions of tools on the class path. A folder's contents are nowhere written down, since a compiler that
 * compiles one file at a time cannot write a list of all; so each folder and jar is looked into. A jar without entries
 * for its folders is found by its manifest.
 */
final class ToolCatalog {

    private static final String FOLDER = "META-INF/retrysafe/tools/";

    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    /** By resource name: of two files with one name the first counts, as of two classes. */
    private final Map<String, List<ToolDescription>> found = new TreeMap<>();

    private ToolCatalog() {}

    static List<ToolDescription> read(Iterable<ClassLoader> loaders) {
        ToolCatalog catalog = new ToolCatalog();
        Set<String> seen = new LinkedHashSet<>();
        try {
            for (ClassLoader loader : loaders) {
                for (String probe : List.of(FOLDER, MANIFEST)) {
                    for (URL url : Collections.list(loader.getResources(probe))) {
                        String root = url.toString();
                        root = root.substring(0, root.length() - probe.length());
                        if (seen.add(root)) {
                            catalog.look(url, probe);
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for descriptions of tools on the class path", e);
        }
        return catalog.found.values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparing(ToolDescription::tool)
                        .thenComparing(ToolDescription::type)
                        .thenComparing(ToolDescription::method))
                .toList();
    }

    private void look(URL url, String probe) throws IOException {
        if (url.getProtocol().equals("file")) {
            if (probe.equals(FOLDER)) {
                folder(url);
            }
            return;
        }
        URLConnection connection = url.openConnection();
        if (connection instanceof JarURLConnection jar) {
            // A shared jar would stay open, and a replaced one would be read with the old one's index.
            jar.setUseCaches(false);
            String entry = jar.getEntryName();
            try (JarFile file = jar.getJarFile()) {
                jar(file, entry.substring(0, entry.length() - probe.length()) + FOLDER, url.toString());
            }
        } else if (probe.equals(FOLDER)) {
            throw new IllegalStateException(
                    "cannot list the descriptions of tools in " + url + ": only folders and jars can be listed");
        }
    }

    private void folder(URL url) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> listed = Files.list(Path.of(new URI(url.toString())))) {
            listed.filter(file -> file.toString().endsWith(".json")).forEach(files::add);
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException("not a folder: " + url, e);
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (!found.containsKey(name)) {
                found.put(name, CatalogFile.read(file.toString(), Files.readAllBytes(file)));
            }
        }
    }

    private void jar(JarFile jar, String folder, String where) throws IOException {
        List<JarEntry> entries = jar.stream()
                .filter(entry ->
                        entry.getName().startsWith(folder) && entry.getName().endsWith(".json"))
                .toList();
        for (JarEntry entry : entries) {
            String name = entry.getName().substring(folder.length());
            if (!name.contains("/") && !found.containsKey(name)) {
                try (InputStream content = jar.getInputStream(entry)) {
                    found.put(name, CatalogFile.read(entry.getName() + " (of " + where + ")", content.readAllBytes()));
                }
            }
        }
    }
}
