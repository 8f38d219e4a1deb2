/** Turns the model into source text. */
@NullMarked
package dev.retrysafe.processor.write;

import org.jspecify.annotations.NullMarked;
