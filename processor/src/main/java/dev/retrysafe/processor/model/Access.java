package dev.retrysafe.processor.model;

import javax.lang.model.type.TypeMirror;

/**
 * Reads one member of a value.
 *
 * @param name the member's name in paths and documents
 * @param code what stands after the dot
 * @param type the value's type, without type variables and wildcards
 * @param cast whether what the code returns must be cast to the type
 */
public record Access(String name, String code, TypeMirror type, boolean cast) {}
