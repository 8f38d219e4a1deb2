/**
 * What users test with. {@link dev.retrysafe.test.EffectStoreContract} is the contract that every store keeps; the
 * author of a store extends it.
 */
@NullMarked
package dev.retrysafe.test;

import org.jspecify.annotations.NullMarked;
