/** Checks what was read and makes the model of it. */
@NullMarked
package dev.retrysafe.processor.validate;

import org.jspecify.annotations.NullMarked;
