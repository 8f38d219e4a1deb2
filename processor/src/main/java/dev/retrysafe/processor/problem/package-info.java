/** What is wrong with a source, as data; the catalogue of codes; printing. */
@NullMarked
package dev.retrysafe.processor.problem;

import org.jspecify.annotations.NullMarked;
