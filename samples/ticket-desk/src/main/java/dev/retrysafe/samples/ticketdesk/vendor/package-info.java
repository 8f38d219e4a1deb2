/** A small ticket service, the remote side of the sample. It knows nothing of Retrysafe. */
@NullMarked
package dev.retrysafe.samples.ticketdesk.vendor;

import org.jspecify.annotations.NullMarked;
