/** The story: processes are started, called, cut off and killed, and the vendor's ledger is held against the answers. */
@NullMarked
package dev.retrysafe.samples.ticketdesk.demo;

import org.jspecify.annotations.NullMarked;
