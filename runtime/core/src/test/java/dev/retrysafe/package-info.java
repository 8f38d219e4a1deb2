/** Tests of what users call. */
@NullMarked
package dev.retrysafe;

import org.jspecify.annotations.NullMarked;
