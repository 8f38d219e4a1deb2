/** What the campaign asks for, when, and what goes wrong meanwhile: all of it the seed's. */
@NullMarked
package dev.retrysafe.samples.chaos.plan;

import org.jspecify.annotations.NullMarked;
