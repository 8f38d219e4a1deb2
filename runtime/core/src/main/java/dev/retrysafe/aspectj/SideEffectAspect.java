package dev.retrysafe.aspectj;

import dev.retrysafe.engine.SideEffectEngine;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;

/**
 * Hands every execution of an annotated method to the installed engine; private and static methods and calls on
 * {@code this} too. For modules compiled with {@code -Aretrysafe.interception=aspectj}, in a JVM started with
 * {@code -javaagent:<path of aspectjweaver.jar>}: this jar's {@code META-INF/aop.xml} does the rest. Nobody calls it.
 */
@Aspect
public final class SideEffectAspect {

    /** For the weaver. */
    public SideEffectAspect() {}

    /**
     * Runs in place of an annotated method.
     *
     * @param execution the method's execution
     * @return what the engine returns
     * @throws Throwable what the engine and the method throw, unchanged
     */
    @Around("execution(@dev.retrysafe.annotation.SideEffect * *(..))")
    public @Nullable Object call(ProceedingJoinPoint execution) throws Throwable {
        return SideEffectEngine.callInstalled(WovenInvocation.of(execution));
    }

    /**
     * Tells the engine that weaving is on.
     *
     * @return true
     */
    @Around("execution(static boolean dev.retrysafe.engine.WeavingProbe.woven())")
    public boolean woven() {
        return true;
    }
}
