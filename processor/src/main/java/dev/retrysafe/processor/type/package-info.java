/** Questions about the compiler's types: what is below what, which members a value has, who can see it. */
@NullMarked
package dev.retrysafe.processor.type;

import org.jspecify.annotations.NullMarked;
