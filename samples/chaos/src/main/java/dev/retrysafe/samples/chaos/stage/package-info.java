/** The campaign itself: starts all processes, lets faults strike, has the evidence checked. */
@NullMarked
package dev.retrysafe.samples.chaos.stage;

import org.jspecify.annotations.NullMarked;
