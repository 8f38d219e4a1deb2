@NullMarked
package dev.retrysafe.samples.chaos.check;

import org.jspecify.annotations.NullMarked;
