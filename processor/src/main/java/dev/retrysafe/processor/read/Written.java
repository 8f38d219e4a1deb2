package dev.retrysafe.processor.read;

import dev.retrysafe.processor.problem.Place;

/**
 * A value of an annotation.
 *
 * @param value the value, or the default
 * @param place where it was written; the annotation itself when it was not
 * @param <T> the value's type
 */
public record Written<T>(T value, Place place) {}
