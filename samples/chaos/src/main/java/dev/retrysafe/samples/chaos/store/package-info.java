/** The servers that keep records, and what can be done to them. */
@NullMarked
package dev.retrysafe.samples.chaos.store;

import org.jspecify.annotations.NullMarked;
