/**
 * How a person sees what is open, and settles what is in doubt: {@link dev.retrysafe.operations.SideEffectOperations}, which
 * the engine gives.
 */
@NullMarked
package dev.retrysafe.operations;

import org.jspecify.annotations.NullMarked;
