@NullMarked
package dev.retrysafe.processor;

import org.jspecify.annotations.NullMarked;
