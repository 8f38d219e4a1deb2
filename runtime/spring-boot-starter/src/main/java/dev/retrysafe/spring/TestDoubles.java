package dev.retrysafe.spring;

import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Recognises the mocks that an application's tests put in the place of tools: finished objects without a proxy, and
 * without effects to protect. Spies run the real method, so they are no mocks here.
 */
final class TestDoubles {

    private static final String MOCKITO = "org.mockito.Mockito";

    private TestDoubles() {}

    static boolean isMock(Object bean) {
        ClassLoader loader = bean.getClass().getClassLoader();
        if (!ClassUtils.isPresent(MOCKITO, loader)) {
            return false;
        }
        Method mockingDetails = Objects.requireNonNull(ReflectionUtils.findMethod(
                ClassUtils.resolveClassName(MOCKITO, loader), "mockingDetails", Object.class));
        Object details = Objects.requireNonNull(ReflectionUtils.invokeMethod(mockingDetails, null, bean));
        return is("isMock", mockingDetails, details) && !is("isSpy", mockingDetails, details);
    }

    private static boolean is(String question, Method mockingDetails, @Nullable Object details) {
        Method method = Objects.requireNonNull(ReflectionUtils.findMethod(mockingDetails.getReturnType(), question));
        return Boolean.TRUE.equals(ReflectionUtils.invokeMethod(method, details));
    }
}
