/**
 * Tools as the engine sees them: what the annotation processor writes beside each annotated type, and how it is found.
 */
@NullMarked
package dev.retrysafe.tool;

import org.jspecify.annotations.NullMarked;
