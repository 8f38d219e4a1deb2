/** The skin for applications without Spring: annotated methods are woven, however they are called. */
@NullMarked
package dev.retrysafe.aspectj;

import org.jspecify.annotations.NullMarked;
