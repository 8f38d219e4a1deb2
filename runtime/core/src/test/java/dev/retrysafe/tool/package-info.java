/** Tools and the methods that they are. */
@NullMarked
package dev.retrysafe.tool;

import org.jspecify.annotations.NullMarked;
