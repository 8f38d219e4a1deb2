package dev.retrysafe.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.CallContext;
import java.util.concurrent.Callable;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications as Spring Boot starts them, with Retrysafe's auto-configuration. */
final class Applications {

    private Applications() {}

    static ApplicationContextRunner withoutStore() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RetrysafeAutoConfiguration.class));
    }

    static ApplicationContextRunner inMemory() {
        return withoutStore().withPropertyValues("retrysafe.store=in-memory");
    }

    /** With a ledger that outlives the application, which may not have started. */
    static ApplicationContextRunner inMemory(Ledger ledger) {
        return inMemory().withBean(Ledger.class, () -> ledger);
    }

    /** Runs a call as the application would for one of its tenants. */
    static <T> T asTenant(Callable<? extends T> call) throws Exception {
        return CallContext.builder().tenant("acme").build().call(call);
    }

    /** The reason why the application did not start. */
    static <T extends Throwable> T refusal(AssertableApplicationContext context, Class<T> type) {
        assertThat(context).hasFailed();
        for (Throwable t = context.getStartupFailure(); t != null; t = t.getCause()) {
            if (type.isInstance(t)) {
                return type.cast(t);
            }
        }
        throw new AssertionError("refused for another reason", context.getStartupFailure());
    }
}
