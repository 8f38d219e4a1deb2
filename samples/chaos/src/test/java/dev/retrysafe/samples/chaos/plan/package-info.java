@NullMarked
package dev.retrysafe.samples.chaos.plan;

import org.jspecify.annotations.NullMarked;
