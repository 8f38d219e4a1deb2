/** Tests of the engine against the in-memory store; other stores run the store contract. */
@NullMarked
package dev.retrysafe.engine;

import org.jspecify.annotations.NullMarked;
