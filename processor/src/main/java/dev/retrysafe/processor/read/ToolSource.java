package dev.retrysafe.processor.read;

import dev.retrysafe.processor.problem.Place;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * An annotated method as written, unchecked. Empty texts stand for what was left out.
 *
 * @param type the type that declares the method
 * @param method the method
 * @param annotation the annotation's place
 * @param name the place of the method's name
 * @param key the key template
 * @param fingerprint the fingerprint paths
 * @param tool the explicit tool name
 * @param mutation the name of the mutation constant
 * @param ttl the receipt's retention
 * @param receipt the receipt
 * @param recovery the recovery
 * @param failures the failure types
 * @param storeResult whether results are stored
 */
public record ToolSource(
        TypeElement type,
        ExecutableElement method,
        Place annotation,
        Place name,
        Written<String> key,
        Written<List<Written<String>>> fingerprint,
        Written<String> tool,
        String mutation,
        Written<String> ttl,
        ReceiptSource receipt,
        RecoverySource recovery,
        FailuresSource failures,
        boolean storeResult) {

    /** The receipt as written. */
    public record ReceiptSource(String system, Written<String> id, Written<String> url) {}

    /** The recovery as written. */
    public record RecoverySource(
            Written<String> reconcile, Written<String> trustAbsentAfter, Written<String> resendWithin) {}

    /** The failure types as written. */
    public record FailuresSource(
            List<Written<TypeMirror>> noEffect, List<Written<TypeMirror>> replay, boolean witnessed) {}

    /** The method's name. */
    public String methodName() {
        return method.getSimpleName().toString();
    }
}
