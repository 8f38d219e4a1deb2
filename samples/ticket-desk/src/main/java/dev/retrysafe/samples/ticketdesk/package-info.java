/**
 * A ticket desk whose tools may be called again and again: a {@code vendor} whose ledger tells what happened, a
 * {@code desk} with three tools, and a {@code demo} that retries, kills and counts.
 */
@NullMarked
package dev.retrysafe.samples.ticketdesk;

import org.jspecify.annotations.NullMarked;
