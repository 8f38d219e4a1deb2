package dev.retrysafe.spring;

import dev.retrysafe.CallContext;
import java.util.concurrent.Callable;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications as Spring Boot starts them, with Retrysafe's auto-configuration and a ledger. */
final class Applications {

    private Applications() {}

    static ApplicationContextRunner withoutStore() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RetrysafeAutoConfiguration.class))
                .withBean(Ledger.class);
    }

    static ApplicationContextRunner inMemory() {
        return withoutStore().withPropertyValues("retrysafe.store=in-memory").withBean(StringCodec.class);
    }

    /** Runs a call as the application would for one of its tenants. */
    static <T> T asTenant(Callable<? extends T> call) throws Exception {
        return CallContext.builder().tenant("acme").build().call(call);
    }
}
