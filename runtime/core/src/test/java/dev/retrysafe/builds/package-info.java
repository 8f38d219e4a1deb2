/** The processor under users' compilers and builds. */
@NullMarked
package dev.retrysafe.builds;

import org.jspecify.annotations.NullMarked;
