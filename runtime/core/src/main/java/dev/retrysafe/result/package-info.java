/** How results are stored: one wire format of our own, read back to the declared, generic type. */
@NullMarked
package dev.retrysafe.result;

import org.jspecify.annotations.NullMarked;
