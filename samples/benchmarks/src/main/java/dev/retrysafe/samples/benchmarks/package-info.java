/**
 * What keys and fingerprints cost: {@code *Benchmark} are measured by JMH, {@code Measure} runs them in rounds and prints
 * ratios.
 */
@NullMarked
package dev.retrysafe.samples.benchmarks;

import org.jspecify.annotations.NullMarked;
