/** Processes that are started, signalled and ended. */
@NullMarked
package dev.retrysafe.samples.chaos.process;

import org.jspecify.annotations.NullMarked;
