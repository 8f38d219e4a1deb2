/** What is to be written, checked: plain values that the writer turns into code. */
@NullMarked
package dev.retrysafe.processor.model;

import org.jspecify.annotations.NullMarked;
