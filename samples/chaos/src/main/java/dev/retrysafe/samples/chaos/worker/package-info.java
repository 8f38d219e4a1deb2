/** The processes that call tools, are killed and paused, and write down what they were told. */
@NullMarked
package dev.retrysafe.samples.chaos.worker;

import org.jspecify.annotations.NullMarked;
