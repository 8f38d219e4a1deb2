/** What the annotations say, as written, each value with its place in the source. */
@NullMarked
package dev.retrysafe.processor.read;

import org.jspecify.annotations.NullMarked;
