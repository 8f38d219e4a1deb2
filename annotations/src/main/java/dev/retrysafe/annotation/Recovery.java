package dev.retrysafe.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How an effect in doubt is settled without a person. Used inside {@link SideEffect#recovery()}. Elapsed time alone is
 * never evidence; {@link #trustAbsentAfter()} is the one exception, and its user writes it down.
 *
 * <p>A call that finds its operation in doubt asks the lookup first. What it finds is committed and replayed. Otherwise an
 * {@link Mutation#IDEMPOTENT} effect is sent again while {@link #resendWithin()} leaves time, and another one only where
 * {@link #trustAbsentAfter()} says so. All else stays in doubt, for a person. The attempt that sends again has the next
 * fence: the earlier one can no longer commit.
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
     * <p>It is called on the caller's thread, with the caller's {@code CallContext}, on the object behind a proxy, without
     * a claim and outside any running tool; several callers may ask at once. It only looks. One that throws tells nothing:
     * it is reported, and never believed to mean "absent".
     *
     * @return the method's name; empty for none
     */
    String reconcile() default "";

    /**
     * How long after the record came into doubt an "absent" of the lookup is believed, so that the effect is executed
     * again. It must outlast any pause of the owner and any request still under way. What counts is how old the doubt was
     * before the lookup was asked. Needs {@link #reconcile()}; not for what is {@link Mutation#IDEMPOTENT}, before and
     * now, which is sent again without it.
     *
     * @return a duration with a unit; empty: an "absent" is never believed
     */
    String trustAbsentAfter() default "";

    /**
     * How long after the first attempt an {@link Mutation#IDEMPOTENT} tool may be sent again with the same key: no
     * longer than the remote side remembers keys. It counts by the store's clock, through all attempts, and ends what a
     * later attempt may send too. Both the attempt in doubt and the present code must be {@code IDEMPOTENT}.
     *
     * @return a duration with a unit, or {@code forever} for a naturally idempotent operation; empty on tools of
     *     another class of mutation
     */
    String resendWithin() default "";
}
