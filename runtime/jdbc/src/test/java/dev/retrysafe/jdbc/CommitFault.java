package dev.retrysafe.jdbc;

/** What goes wrong with the transaction of a command. The word is the column in docs/fault-matrix.md. */
enum CommitFault {
    /** Its COMMIT takes place, and nothing more comes back on the connection. */
    ANSWER_DROPPED("answer dropped"),
    /** Its COMMIT takes place, and the connection is reset instead of an answer. */
    RESET("reset"),
    /** The connection is reset, and its COMMIT does not arrive. */
    RESET_BEFORE("reset before"),
    /** Its COMMIT does not arrive, and nothing more comes back. */
    BLACK_HOLE("black hole"),
    /** Its COMMIT arrives, and takes place, when the caller has given up. */
    LATE("late"),
    /** The database is read-only, as a standby is. */
    READ_ONLY("read-only");

    private final String word;

    CommitFault(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
