package dev.retrysafe.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Classifies a tool that changes nothing. It is not intercepted; with it every tool method of an agent says whether it
 * has an effect. Carrying both this and {@link SideEffect} is an error.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ReadOnly {}
