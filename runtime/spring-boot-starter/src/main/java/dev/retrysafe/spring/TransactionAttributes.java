package dev.retrysafe.spring;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/**
 * What Spring makes of a method's {@code @Transactional}, or of what stands for it. Loaded only where Spring's transactions
 * are.
 */
final class TransactionAttributes {

    private static final AnnotationTransactionAttributeSource ANNOTATIONS =
            new AnnotationTransactionAttributeSource(false);

    private TransactionAttributes() {}

    /** The propagation that leaves the transaction around the method; null for none. */
    static @Nullable String escaping(Method method, Class<?> type) {
        TransactionAttribute attribute = ANNOTATIONS.getTransactionAttribute(method, type);
        return attribute == null
                ? null
                : switch (attribute.getPropagationBehavior()) {
                    case TransactionDefinition.PROPAGATION_REQUIRES_NEW -> "REQUIRES_NEW";
                    case TransactionDefinition.PROPAGATION_NOT_SUPPORTED -> "NOT_SUPPORTED";
                    case TransactionDefinition.PROPAGATION_NEVER -> "NEVER";
                    default -> null;
                };
    }

    /**
     * Whether the method would join the transaction around it.
     *
     * @param proxy the proxy that was called, or one that it leads to; null for none
     */
    static boolean joins(Method method, Class<?> type, @Nullable Object proxy) {
        return Stream.concat(Stream.of(ANNOTATIONS), sources(proxy))
                .map(source -> source.getTransactionAttribute(method, type))
                .anyMatch(attribute -> attribute != null && joins(attribute));
    }

    private static boolean joins(TransactionAttribute attribute) {
        return switch (attribute.getPropagationBehavior()) {
            case TransactionDefinition.PROPAGATION_REQUIRES_NEW,
                    TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
                    TransactionDefinition.PROPAGATION_NEVER -> false;
            default -> true;
        };
    }

    /** Of the transactional advice on a proxy and on those inside it: not all of it reads annotations. */
    private static Stream<TransactionAttributeSource> sources(@Nullable Object proxy) {
        return proxy instanceof Advised advised
                ? Stream.concat(
                        Stream.of(advised.getAdvisors())
                                .map(Advisor::getAdvice)
                                .filter(TransactionInterceptor.class::isInstance)
                                .map(advice -> ((TransactionInterceptor) advice).getTransactionAttributeSource())
                                .filter(source -> source != null),
                        sources(AopProxyUtils.getSingletonTarget(proxy)))
                : Stream.empty();
    }
}
