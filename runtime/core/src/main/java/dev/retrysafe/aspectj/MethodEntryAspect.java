package dev.retrysafe.aspectj;

import dev.retrysafe.engine.MethodEntry;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
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
     * Runs in place of an annotated method, when all other advice has proceeded.
     *
     * @param execution the method's execution
     * @return what the method returns
     * @throws Throwable what it throws; and the refusal of a second entry
     */
    @Around("execution(@dev.retrysafe.annotation.SideEffect * *(..))")
    public @Nullable Object enter(ProceedingJoinPoint execution) throws Throwable {
        return MethodEntry.enter(WovenInvocation.of(execution), null, execution::proceed);
    }
}
