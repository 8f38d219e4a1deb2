package dev.retrysafe.samples.chaos.plan;

/** The tools of the campaign, by what may be done about an effect in doubt. */
public enum Tool {
    /** Nothing: it stays in doubt. */
    POST_NOTE,
    /** A lookup may find it. */
    OPEN_TICKET,
    /** Sent again: the ledger deduplicates on the forwarded key. */
    PAY_REFUND,
    /** A lookup may find it, and its "absent" is trusted after a while. */
    BOOK_SEAT;

    /**
     * The tool's name.
     *
     * @return as in keys and in the ledger
     */
    public String word() {
        return switch (this) {
            case POST_NOTE -> "post_note";
            case OPEN_TICKET -> "open_ticket";
            case PAY_REFUND -> "pay_refund";
            case BOOK_SEAT -> "book_seat";
        };
    }
}
