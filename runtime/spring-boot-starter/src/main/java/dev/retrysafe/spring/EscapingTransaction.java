package dev.retrysafe.spring;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.util.ClassUtils;

/** Finds {@code @Transactional} methods whose effect would not be in the transaction of their record. */
final class EscapingTransaction {

    private static final boolean SPRING_TX = ClassUtils.isPresent(
            "org.springframework.transaction.annotation.AnnotationTransactionAttributeSource",
            EscapingTransaction.class.getClassLoader());

    private EscapingTransaction() {}

    /** The propagation that leaves the transaction around the method; null for none. */
    static @Nullable String of(Method method, Class<?> type) {
        return SPRING_TX ? Attributes.escaping(method, type) : null;
    }

    /** Loaded only where Spring's transactions are. */
    private static final class Attributes {

        private static final AnnotationTransactionAttributeSource SOURCE =
                new AnnotationTransactionAttributeSource(false);

        private static @Nullable String escaping(Method method, Class<?> type) {
            TransactionAttribute attribute = SOURCE.getTransactionAttribute(method, type);
            return attribute == null
                    ? null
                    : switch (attribute.getPropagationBehavior()) {
                        case TransactionDefinition.PROPAGATION_REQUIRES_NEW -> "REQUIRES_NEW";
                        case TransactionDefinition.PROPAGATION_NOT_SUPPORTED -> "NOT_SUPPORTED";
                        case TransactionDefinition.PROPAGATION_NEVER -> "NEVER";
                        default -> null;
                    };
        }
    }
}
