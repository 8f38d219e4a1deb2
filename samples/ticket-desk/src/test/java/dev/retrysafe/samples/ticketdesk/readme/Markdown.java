package dev.retrysafe.samples.ticketdesk.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Markdown file of this project, read for what a test can hold it to. */
record Markdown(Path path, String text) {

    /** The top of the project, seen from this module. */
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final Pattern FENCE = Pattern.compile("(?ms)^```(.+?)\\n(.*?)^```$");

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+?) *$");

    /**
     * A fenced block.
     *
     * @param info what stands after the fence, such as {@code java} or {@code json receipt}
     * @param text the lines inside
     */
    record Block(String info, String text) {}

    static Markdown read(String path) {
        Path file = ROOT.resolve(path);
        try {
            return new Markdown(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** README, CONTRIBUTING and everything in docs. */
    static List<Markdown> all() throws IOException {
        List<Markdown> all = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .forEach(file -> all.add(read(ROOT.relativize(file).toString())));
        }
        return all;
    }

    List<Block> blocks(String info) {
        List<Block> blocks = new ArrayList<>();
        Matcher fence = FENCE.matcher(text);
        while (fence.find()) {
            if (fence.group(1).equals(info)) {
                blocks.add(new Block(fence.group(1), fence.group(2)));
            }
        }
        return blocks;
    }

    /** Where links inside this project lead to, as written. */
    List<String> links() {
        List<String> links = new ArrayList<>();
        Matcher link = LINK.matcher(FENCE.matcher(text).replaceAll(""));
        while (link.find()) {
            if (!link.group(1).contains("://")) {
                links.add(link.group(1));
            }
        }
        return links;
    }

    /** What a link may name after {@code #}, as GitHub makes it from the headings. */
    List<String> anchors() {
        List<String> anchors = new ArrayList<>();
        Matcher heading = HEADING.matcher(FENCE.matcher(text).replaceAll(""));
        while (heading.find()) {
            anchors.add(heading.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'));
        }
        return anchors;
    }

    @Override
    public String toString() {
        return ROOT.relativize(path).toString();
    }
}
