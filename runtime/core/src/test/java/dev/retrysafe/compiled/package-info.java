/** Compiles sources while a test runs, as other builds at other times would. */
@NullMarked
package dev.retrysafe.compiled;

import org.jspecify.annotations.NullMarked;
