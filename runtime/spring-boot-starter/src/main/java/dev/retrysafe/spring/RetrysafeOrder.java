package dev.retrysafe.spring;

import org.springframework.core.Ordered;

/**
 * Where in a bean's chain of interceptors a tool's protection stands.
 *
 * <pre>{@code
 * caller → async → retry → security, validation → Retrysafe → transactions and caches → method
 * }</pre>
 *
 * Inside retry, so that a retry is answered from the receipt; inside async, so that the claim is made by the thread that
 * does the work; inside security and validation, so that a refused call claims nothing; outside transactions, so that the
 * receipt is stored when the transaction's fate is known.
 */
public final class RetrysafeOrder {

    /**
     * The order of the interceptor. Aspects of your own with a lower number run outside it, those without an order (and
     * {@code @Transactional}, {@code @Cacheable}) inside it.
     */
    public static final int INTERCEPTOR = Ordered.LOWEST_PRECEDENCE - 1;

    private RetrysafeOrder() {}
}
