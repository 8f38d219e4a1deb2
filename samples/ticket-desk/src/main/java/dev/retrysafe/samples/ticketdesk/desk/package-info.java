/** The desk: a Spring Boot application whose tools are called over HTTP. */
@NullMarked
package dev.retrysafe.samples.ticketdesk.desk;

import org.jspecify.annotations.NullMarked;
