package dev.retrysafe.aspectj;

import dev.retrysafe.engine.MethodEntry;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.DeclarePrecedence;
import org.jspecify.annotations.Nullable;

/**
 * Stands behind all other woven advice of an annotated method, and lets an attempt enter the method once. Declared beside
 * {@link SideEffectAspect}. Nobody calls it.
 */
@Aspect
@DeclarePrecedence("*, dev.retrysafe.aspectj.MethodEntryAspect")
public final class MethodEntryAspect {

    /** For the weaver. */
    public MethodEntryAspect() {}

    /**
     * Runs around an annotated method that returns a {@code Mono}.
     *
     * @param execution the method's execution
     * @return what the method returns, for one subscription
     * @throws Throwable what it throws
     */
    @Around("execution(@dev.retrysafe.annotation.SideEffect reactor..Mono *(..))")
    public @Nullable Object subscribedToOnce(ProceedingJoinPoint execution) throws Throwable {
        return MethodEntry.subscribedToOnce(WovenInvocation.of(execution), execution.proceed());
    }

    /**
     * Runs before an annotated method, when all other advice has proceeded. It is no around advice: advice further out that
     * proceeds several times makes AspectJ leave out around advice further in, so that even {@link SideEffectAspect} may
     * have been passed by.
     *
     * @param execution the method's execution
     */
    @Before("execution(@dev.retrysafe.annotation.SideEffect * *(..))")
    public void enter(JoinPoint execution) {
        MethodEntry.enter(WovenInvocation.entering(execution));
    }
}
