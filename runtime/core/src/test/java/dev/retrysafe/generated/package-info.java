/** Code that the annotation processor writes, compiled by this build and run. */
@NullMarked
package dev.retrysafe.generated;

import org.jspecify.annotations.NullMarked;
