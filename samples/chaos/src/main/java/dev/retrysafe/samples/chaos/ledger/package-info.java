/** The remote side: it causes effects, misbehaves, and writes down what really happened. */
@NullMarked
package dev.retrysafe.samples.chaos.ledger;

import org.jspecify.annotations.NullMarked;
