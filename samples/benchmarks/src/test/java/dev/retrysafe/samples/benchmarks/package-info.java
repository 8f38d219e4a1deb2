@NullMarked
package dev.retrysafe.samples.benchmarks;

import org.jspecify.annotations.NullMarked;
