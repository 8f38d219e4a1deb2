/** The interceptor, the auto-configuration and the operations endpoint for Spring Boot. */
@NullMarked
package dev.retrysafe.spring;

import org.jspecify.annotations.NullMarked;
