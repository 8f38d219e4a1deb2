package dev.retrysafe.samples.ticketdesk.desk;

import org.jspecify.annotations.Nullable;

/**
 * The ticket that is wanted.
 *
 * @param title what is wrong, in a line
 * @param severity how bad it is; another severity is another effect
 * @param note free text, which a model words differently each time; no part of the effect's identity
 */
public record CreateTicket(
        String title, Severity severity, @Nullable String note) {

    /** Refuses what a model left out, by name. */
    public CreateTicket {
        Required.present("title", title);
        Required.present("severity", severity);
    }
}
