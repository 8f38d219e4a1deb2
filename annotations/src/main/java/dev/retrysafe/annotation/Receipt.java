package dev.retrysafe.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the proof of the effect: which system holds it, and where its id and address stand in the method's result.
 * Used inside {@link SideEffect#receipt()}.
 */
@Documented
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface Receipt {

    /**
     * The remote system, as a constant, for instance {@code "linear"}.
     *
     * @return the system's name; empty for none
     */
    String system() default "";

    /**
     * The path of the remote id in the result ({@code "id"}, {@code "ticket.id"}); through {@code Optional},
     * {@code CompletableFuture} and {@code CompletionStage} to the value inside. Its value is text, an integral number,
     * a UUID or an enum.
     *
     * @return the path; empty for none
     */
    String id() default "";

    /**
     * The path of the remote address in the result, for people who follow it.
     *
     * @return the path; empty for none
     */
    String url() default "";
}
