package dev.retrysafe.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What an exception of the tool says about its effect. Used inside {@link SideEffect#failures()}. An exception that is
 * named nowhere leaves the effect in doubt: a read timeout proves nothing.
 */
@Documented
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface Failures {

    /**
     * Types (and their subtypes) that prove that nothing happened: the key is released and a retry executes.
     *
     * @return the exception types
     */
    Class<? extends Throwable>[] noEffect() default {};

    /**
     * Types that are the final outcome: stored, and thrown again on a retry. Each has a constructor of one
     * {@code String}, the message; on a retry it is built again with it. A subtype is replayed as the listed type. A message
     * is kept up to 8,000 characters, and not at all with {@code storeResult = false}. The receipt's status is
     * {@code failed}. Where the type is no longer listed, {@code dev.retrysafe.ReplayedFailureException} stands in for it.
     * A type that is also under {@link #noEffect()} by a supertype is replayed.
     *
     * @return the exception types
     */
    Class<? extends Throwable>[] replay() default {};

    /**
     * Whether every request of this tool goes through a Retrysafe HTTP interceptor or is announced by
     * {@code SideEffects.sending()}. Then a failure before the first send, or a refused first send, proves that nothing
     * happened.
     *
     * <p>It is your word on every request, those that only read too, on the tool's thread or on one that its
     * {@code ToolScope} was carried to. Refused is a first and only request that was not connected (connection refused,
     * unknown host) or was answered with 400, 401, 403, 404, 405, 410, 413, 415, 422 or 429. All else is in doubt: a timeout,
     * an answer of 5xx, a second request, an {@code Error}, an interruption, a wait that was given up, a nested tool that
     * had or may have had its effect, and a request that an interceptor met meanwhile on a thread without a tool. A client
     * that sends again by itself or follows redirects below its interceptor breaks the word: the interceptors have a form for
     * such clients, to which no answer is proof. The JDK's {@code HttpClient} sends {@code GET} and {@code HEAD} again by
     * itself when a connection closes without an answer, and a refusal of the second try is taken for one of the request:
     * what has an effect belongs behind an unsafe method.
     *
     * @return whether sends are witnessed
     */
    boolean witnessed() default false;
}
