package dev.retrysafe.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How an effect in doubt is settled without a person. Used inside {@link SideEffect#recovery()}. Elapsed time alone is
 * never evidence; {@link #trustAbsentAfter()} is the one exception, and its user writes it down.
 *
 * <p>Checked by the compiler and not acted on yet: in this version an effect in doubt stays in doubt.
 */
@Documented
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface Recovery {

    /**
     * The name of a lookup method of the same type. Its parameters are any of the tool's, by name and type, and
     * optionally one {@code dev.retrysafe.DownstreamKey}; it returns {@code Optional<R>}, R being the tool's result
     * value, or {@code boolean} for a {@code void} tool. What it finds is committed and replayed.
     *
     * @return the method's name; empty for none
     */
    String reconcile() default "";

    /**
     * How long after the record came into doubt an "absent" of the lookup is believed, so that the effect is executed
     * again. It must outlast any pause of the owner and any request still under way. Needs {@link #reconcile()}.
     *
     * @return a duration with a unit; empty: an "absent" is never believed
     */
    String trustAbsentAfter() default "";

    /**
     * How long after the first attempt an {@link Mutation#IDEMPOTENT} tool may be sent again with the same key: no
     * longer than the remote side remembers keys.
     *
     * @return a duration with a unit, or {@code forever} for a naturally idempotent operation; empty on tools of
     *     another class of mutation
     */
    String resendWithin() default "";
}
