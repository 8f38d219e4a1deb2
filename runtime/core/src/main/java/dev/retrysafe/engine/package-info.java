/**
 * The engine: asks the store once, decides, runs, commits. Read {@link dev.retrysafe.engine.SideEffectEngine} first; all
 * branching lives in the pure {@code Decider}.
 */
@NullMarked
package dev.retrysafe.engine;

import org.jspecify.annotations.NullMarked;
