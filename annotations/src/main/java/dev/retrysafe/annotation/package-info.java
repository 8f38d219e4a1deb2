/**
 * The annotations that make a tool method safe to retry. Their Javadoc is the user manual: start at
 * {@link dev.retrysafe.annotation.SideEffect}.
 *
 * <p>This package has no dependencies, so a module that only declares tools depends on nothing else.
 */
package dev.retrysafe.annotation;
