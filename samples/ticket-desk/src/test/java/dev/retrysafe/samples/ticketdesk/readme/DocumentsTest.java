package dev.retrysafe.samples.ticketdesk.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Documents lead somewhere, name what exists, and promise no more than holds. */
class DocumentsTest {

    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+)#(\\w+)`");

    private static final Pattern GRADLE = Pattern.compile("(\\w+)\\(\"dev\\.retrysafe:([\\w-]+):([^\"]+)\"\\)");

    /** What runs a program that a document holds, and the language of its block. */
    private static final Map<String, String> INTERPRETERS = Map.of("python3", "python", "node", "javascript");

    static List<Markdown> documents() throws IOException {
        return Markdown.all();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksLeadSomewhere(Markdown document) throws IOException {
        for (String link : document.links()) {
            String[] parts = link.split("#", 2);
            Path target = parts[0].isEmpty()
                    ? document.path()
                    : document.path().resolveSibling(parts[0]).normalize();
            assertThat(target).as(link).exists();
            if (parts.length == 2) {
                assertThat(new Markdown(target, Files.readString(target)).anchors())
                        .as(link)
                        .contains(parts[1]);
            }
        }
    }

    /** The one promise that nobody can keep. */
    @ParameterizedTest
    @MethodSource("documents")
    void nobodyPromisesExactlyOnce(Markdown document) {
        assertThat(document.text().toLowerCase(Locale.ROOT).replaceAll("[\\s-]+", " "))
                .doesNotContain("exactly once");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void namedTestsExist(Markdown document) throws IOException {
        Map<String, String> sources = testSources();
        for (MatchResult test : TEST.matcher(document.text()).results().toList()) {
            assertThat(sources).as(test.group()).containsKey(test.group(1));
            assertThat(sources.get(test.group(1))).as(test.group()).contains(" " + test.group(2) + "(");
        }
    }

    /** A cell that names no test is a claim that nobody has shown. */
    @Test
    void theMatrixNamesATestPerCell() {
        List<List<String>> promised = table("| tool |");
        List<List<String>> shown = table("| shown by |");
        assertThat(shown).hasSameSizeAs(promised);
        assertThat(shown.get(0).subList(1, shown.get(0).size()))
                .as("columns")
                .isEqualTo(promised.get(0).subList(1, promised.get(0).size()));
        for (int i = 1; i < shown.size(); i++) {
            List<String> row = shown.get(i);
            assertThat(row).hasSameSizeAs(promised.get(i));
            assertThat(row.get(0)).as("row").isEqualTo(promised.get(i).get(0));
            assertThat(row.subList(1, row.size()))
                    .as(row.get(0))
                    .allMatch(cell -> TEST.matcher(cell).find());
        }
    }

    /** The cells of the table in the guarantees that begins so, row by row. */
    private static List<List<String>> table(String beginning) {
        return Markdown.read("docs/guarantees.md")
                .text()
                .lines()
                .dropWhile(line -> !line.startsWith(beginning))
                .takeWhile(line -> line.startsWith("|"))
                .filter(line -> !line.startsWith("| ---"))
                .map(line -> Stream.of(line.split("\\|", -1)).map(String::strip).toList())
                .map(cells -> cells.subList(1, cells.size() - 1))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void commandsExist(Markdown document) throws Exception {
        for (Markdown.Block block : document.blocks("sh")) {
            for (String command : block.text().lines().toList()) {
                String[] words = command.split(" +", -1);
                if (words[0].equals("sh")) {
                    Path script = Markdown.ROOT.resolve(words[1]);
                    assertThat(script).as(command).isExecutable();
                    Process syntax = new ProcessBuilder("sh", "-n", script.toString()).start();
                    assertThat(syntax.waitFor(10, TimeUnit.SECONDS)).isTrue();
                    assertThat(syntax.exitValue()).as(command).isZero();
                } else if (INTERPRETERS.containsKey(words[0])) {
                    // The build has no such interpreter; .ci/fingerprints runs the program.
                    String program = INTERPRETERS.get(words[0]) + " " + words[1];
                    assertThat(document.blocks(program)).as(command).hasSize(1);
                    assertThat(words[2]).as(command).isEqualTo("<");
                } else {
                    assertThat(words[0]).as(command).isEqualTo("mvn");
                    assertThat(words[1]).as(command).isIn("verify", "install", "package");
                    assertThat(List.of(words).subList(2, words.length))
                            .as(command)
                            .isSubsetOf("-DskipTests");
                }
            }
        }
    }

    @Test
    void mavenSnippetsNameOurModules() throws Exception {
        Map<String, String> modules = modules();
        List<String> named = new ArrayList<>();
        for (Markdown document : Markdown.all()) {
            for (Markdown.Block block : document.blocks("xml")) {
                Element root = parse("<snippet>" + block.text() + "</snippet>");
                for (String holder : List.of("dependency", "path")) {
                    NodeList elements = root.getElementsByTagName(holder);
                    for (int i = 0; i < elements.getLength(); i++) {
                        Element element = (Element) elements.item(i);
                        if (child(element, "groupId").equals("dev.retrysafe")) {
                            assertOurs(modules, child(element, "artifactId"), child(element, "version"), document);
                            named.add(holder + " " + child(element, "artifactId"));
                        }
                    }
                }
            }
        }
        assertThat(named).contains("path retrysafe-processor", "dependency retrysafe-spring-boot-starter");
    }

    @Test
    void gradleSnippetsNameOurModules() throws Exception {
        Map<String, String> modules = modules();
        List<String> named = new ArrayList<>();
        for (Markdown document : Markdown.all()) {
            for (MatchResult found : GRADLE.matcher(document.text()).results().toList()) {
                assertOurs(modules, found.group(2), found.group(3), document);
                named.add(found.group(1) + " " + found.group(2));
            }
        }
        assertThat(named).contains("annotationProcessor retrysafe-processor", "implementation retrysafe-redis");
    }

    /** The README is copied as it stands; a page about one problem leaves the version to its reader. */
    private static void assertOurs(Map<String, String> modules, String artifact, String version, Markdown document) {
        assertThat(modules).as(document.toString()).containsKey(artifact);
        if (document.toString().equals("README.md") || !version.startsWith("$")) {
            assertThat(version).as(document.toString()).isEqualTo(modules.get(artifact));
        }
    }

    /** A document that nobody finds is not written. */
    @Test
    void theReadmeLeadsToEveryDocument() throws IOException {
        List<String> linked = Markdown.read("README.md").links();
        for (Markdown document : Markdown.all()) {
            String name = document.toString();
            if (!name.equals("README.md")) {
                assertThat(linked).contains(name.startsWith("docs/diagnostics/") ? "docs/diagnostics" : name);
            }
        }
    }

    private static Map<String, String> testSources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Markdown.ROOT)) {
            for (Path file : files.filter(f ->
                            f.toString().contains("/src/test/") || f.toString().contains("/runtime/test/"))
                    .filter(f -> f.toString().endsWith(".java"))
                    .toList()) {
                sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        return sources;
    }

    /** Artifacts of the published modules, with their version. */
    private static Map<String, String> modules() throws Exception {
        Element parent = parse(Files.readString(Markdown.ROOT.resolve("pom.xml")));
        String version = child(parent, "version");
        Map<String, String> modules = new TreeMap<>();
        NodeList folders = parent.getElementsByTagName("module");
        for (int i = 0; i < folders.getLength(); i++) {
            Path pom = Markdown.ROOT.resolve(folders.item(i).getTextContent()).resolve("pom.xml");
            modules.put(child(parse(Files.readString(pom)), "artifactId"), version);
        }
        return modules;
    }

    private static Element parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }

    /** The text of a direct child; a parent's or a dependency's does not count. */
    private static String child(Element element, String name) {
        NodeList children = element.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i).getNodeName().equals(name)) {
                return children.item(i).getTextContent().strip();
            }
        }
        return "";
    }
}
