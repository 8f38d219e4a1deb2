/**
 * The store SPI: {@link dev.retrysafe.store.EffectStore} and what it exchanges with the engine. Replies are values;
 * exceptions mean that the store could not be asked.
 */
@NullMarked
package dev.retrysafe.store;

import org.jspecify.annotations.NullMarked;
