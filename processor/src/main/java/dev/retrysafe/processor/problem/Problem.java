package dev.retrysafe.processor.problem;

/**
 * One thing that is wrong.
 *
 * @param code the catalogue's entry
 * @param place where
 * @param text what is wrong, complete in itself: subject, value found, fault
 * @param fix what to write instead
 * @param why what would happen otherwise
 */
public record Problem(ProblemCode code, Place place, String text, String fix, String why) {

    /** The whole message; javac indents all lines but the first by two. */
    String message(String docs) {
        return "[retrysafe:" + code.id() + "] " + oneLine(text)
                + "\n  Fix: " + oneLine(fix)
                + "\n  Why: " + why
                + "\n  Docs: " + docs + code.id() + ".md";
    }

    /** What is quoted from a source may hold line breaks: a key in a text block does. */
    private static String oneLine(String text) {
        return text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
    }
}
