package dev.retrysafe.processor.type;

import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/**
 * A value that another value has: a record component, what a getter returns, a public field.
 *
 * @param name its name in paths
 * @param code how Java code reads it: {@code title()}, {@code getTitle()}, {@code title}
 * @param declared its type as a member of the owner's type
 * @param type the same without type variables and wildcards
 * @param element the accessor or field
 * @param marks where annotations about the value may stand
 * @param checked whether reading it may throw an exception that callers must catch
 */
public record Property(
        String name,
        String code,
        TypeMirror declared,
        TypeMirror type,
        Element element,
        List<Element> marks,
        boolean checked) {}
