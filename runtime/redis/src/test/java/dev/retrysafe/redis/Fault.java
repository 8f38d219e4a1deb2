package dev.retrysafe.redis;

/** What goes wrong with a command on its way, or at the server. The word is the column in docs/fault-matrix.md. */
enum Fault {
    /** It runs, and nothing more comes back on its connection. */
    ANSWER_DROPPED("answer dropped"),
    /** It runs, and its connection is reset instead of an answer. */
    RESET("reset"),
    /** It goes nowhere, nor does any sending of it, until the caller has given up. */
    BLACK_HOLE("black hole"),
    /** All sendings of it arrive, and run, when the caller has given up. */
    LATE("late"),
    /** It runs twice, and the caller gets the second answer. */
    TWICE("runs twice"),
    /** The server forgot all scripts just before. */
    FLUSHED("scripts flushed"),
    /** A script that does not end blocks the server. */
    BUSY("busy"),
    /** The server is above its maxmemory. */
    OUT_OF_MEMORY("out of memory"),
    /** The server says that it is loading its data. */
    LOADING("loading"),
    /** The server has become a replica. */
    READ_ONLY("read-only");

    private final String word;

    Fault(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
