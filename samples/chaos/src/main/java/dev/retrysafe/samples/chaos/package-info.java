/**
 * A campaign against the library: workers that are killed and paused, a store that fails, a ledger that misbehaves; and a
 * checker that holds them all against each other.
 */
@NullMarked
package dev.retrysafe.samples.chaos;

import org.jspecify.annotations.NullMarked;
