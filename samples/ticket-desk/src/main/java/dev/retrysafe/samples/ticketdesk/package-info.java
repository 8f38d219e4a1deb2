/** A ticket desk whose tools may be called again and again. */
@NullMarked
package dev.retrysafe.samples.ticketdesk;

import org.jspecify.annotations.NullMarked;
