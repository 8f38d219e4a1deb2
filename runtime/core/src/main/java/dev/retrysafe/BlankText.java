package dev.retrysafe;

/** Blank in the sense of the key rules: nothing but white space, Unicode space characters included. */
public final class BlankText {

    /** White space to Unicode, a control character to Java. */
    private static final int NEXT_LINE = 0x85;

    private BlankText() {}

    /**
     * Whether a text is empty or holds only characters that Unicode or Java call space, the no-break ones too.
     *
     * @param text the text
     * @return whether it is blank
     */
    public static boolean isBlank(CharSequence text) {
        return text.codePoints().allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || c == NEXT_LINE);
    }
}
