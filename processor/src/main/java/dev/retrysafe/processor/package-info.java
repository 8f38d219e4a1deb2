/** The annotation processor; only its entry class is public. */
@NullMarked
package dev.retrysafe.processor;

import org.jspecify.annotations.NullMarked;
