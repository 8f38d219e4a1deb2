/**
 * What users call: {@link dev.retrysafe.SideEffects}, {@link dev.retrysafe.CallContext}, receipts and exceptions. This
 * package depends on none of the others.
 */
@NullMarked
package dev.retrysafe;

import org.jspecify.annotations.NullMarked;
