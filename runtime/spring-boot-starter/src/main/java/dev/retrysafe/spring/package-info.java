/** The interceptor and the auto-configuration for Spring Boot. */
@NullMarked
package dev.retrysafe.spring;

import org.jspecify.annotations.NullMarked;
