/** Holds what workers were told against the ledger and the store, afterwards. */
@NullMarked
package dev.retrysafe.samples.chaos.check;

import org.jspecify.annotations.NullMarked;
