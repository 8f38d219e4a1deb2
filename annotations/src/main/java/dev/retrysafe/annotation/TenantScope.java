package dev.retrysafe.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that this value, or every value of this type, is the tenant. A key whose template goes through it has its tenant
 * part. Only for values that the application chose; on a method that a model calls the tenant comes from the call
 * context, because a model must not choose it. Where the call context has a tenant, a marked value that is another one
 * refuses the call ({@code TenantMismatch}), whether the key goes through it or not: one in the key, a parameter, and a
 * parameter's own member are compared.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface TenantScope {}
