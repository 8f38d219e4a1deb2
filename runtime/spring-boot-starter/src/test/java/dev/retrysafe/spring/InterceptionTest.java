package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.SideEffects;
import dev.retrysafe.engine.SideEffectEngine;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where the interceptor stands, and for which calls. */
class InterceptionTest {

    private static final String[] JDK_PROXIES = {"spring.aop.proxy-target-class=false"};

    private final Ledger ledger = new Ledger();

    private final ApplicationContextRunner application = Applications.inMemory(ledger);

    @Test
    void aRetryIsAnsweredFromTheReceipt() {
        application.withBean(Desk.class).run(context -> {
            Desk desk = context.getBean(Desk.class);

            String first = asTenant(() -> desk.createTicket("a-1", "down"));
            String second = asTenant(() -> desk.createTicket("a-1", "down"));

            assertThat(second).isEqualTo(first);
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void case_54_annotationOnTheInterface_classProxy() {
        application.withBean(Payments.Bank.class).run(context -> {
            Payments.Bank bank = context.getBean(Payments.Bank.class);
            Payments<String> payments = bank;
            assertThat(AopUtils.isCglibProxy(bank)).isTrue();

            String throughTheClass = asTenant(() -> bank.pay("o-1"));
            String throughTheInterfacesBridge = asTenant(() -> payments.pay("o-1"));

            assertThat(throughTheInterfacesBridge).isEqualTo(throughTheClass);
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void case_54_annotationOnTheInterface_jdkProxy() {
        application
                .withPropertyValues(JDK_PROXIES)
                .withBean(Payments.RecordBank.class)
                .run(context -> {
                    Payments<String> payments = payments(context.getBean(Payments.class));
                    assertThat(AopUtils.isJdkDynamicProxy(payments)).isTrue();

                    String first = asTenant(() -> payments.pay("o-1"));

                    assertThat(asTenant(() -> payments.pay("o-1"))).isEqualTo(first);
                    assertThat(ledger.effects()).hasSize(1);
                });
    }

    @Test
    void case_54_annotationOnADefaultMethod() {
        application.withBean(Payments.Bank.class).run(context -> {
            Payments.Bank bank = context.getBean(Payments.Bank.class);

            String first = asTenant(() -> bank.payBack("o-1"));

            assertThat(asTenant(() -> bank.payBack("o-1"))).isEqualTo(first);
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void case_54_jdkProxyThatDoesNotHaveTheMethodIsRefused() {
        application.withPropertyValues(JDK_PROXIES).withBean(RemoteDesk.class).run(context -> {
            assertThat(Applications.refusal(context, NotInterceptedException.class))
                    .hasMessageContaining("none of them declares " + Desk.class.getName() + ".")
                    .hasMessageContaining("spring.aop.proxy-target-class");
            assertThat(ledger.effects()).isEmpty();
        });
    }

    @Test
    void anObjectThatIsAProxyOfItsOwnIsIntercepted() {
        application.withBean("remote", Payments.class, () -> client(ledger)).run(context -> {
            Payments<String> payments = payments(context.getBean(Payments.class));

            String first = asTenant(() -> payments.pay("o-1"));

            assertThat(asTenant(() -> payments.pay("o-1"))).isEqualTo(first);
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void anOverrideThatCallsItsSupermethodIsOneCall() {
        application.withBean(Desk.NightDesk.class).run(context -> {
            Desk desk = context.getBean(Desk.class);

            assertThat(asTenant(() -> desk.createTicket("a-1", "down"))).isEqualTo("night-ticket-1");
            assertThat(asTenant(() -> desk.createTicket("a-1", "down"))).isEqualTo("night-ticket-1");
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void aPackagePrivateMethodIsIntercepted() {
        application.withBean(Desk.class).run(context -> {
            Desk desk = context.getBean(Desk.class);

            String first = asTenant(() -> desk.closeTicket("t-1"));

            assertThat(asTenant(() -> desk.closeTicket("t-1"))).isEqualTo(first);
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void oneBeanUnderTwoNamesIsOneTool() {
        application.withUserConfiguration(TwoNames.class).run(context -> {
            Desk outer = context.getBean("second", Desk.class);
            Desk inner = context.getBean("first", Desk.class);

            String throughBothProxies = asTenant(() -> outer.createTicket("a-1", "down"));

            assertThat(asTenant(() -> inner.createTicket("a-1", "down"))).isEqualTo(throughBothProxies);
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void needsNoOtherProxiesInTheApplication() {
        application
                .withPropertyValues("spring.aop.auto=false")
                .withBean(Desk.class)
                .run(context -> {
                    Desk desk = context.getBean(Desk.class);

                    assertThat(asTenant(() -> SideEffects.observe(() -> desk.createTicket("a-1", "down")))
                                    .replayed())
                            .isFalse();
                    assertThat(asTenant(() -> SideEffects.observe(() -> desk.createTicket("a-1", "down")))
                                    .replayed())
                            .isTrue();
                });
    }

    @Test
    void toolsThatAreCalledWhileTheApplicationStartsAreProtected() {
        application.withUserConfiguration(CallsAtStart.class).run(context -> {
            assertThat(context).hasSingleBean(SideEffectEngine.class);
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @SuppressWarnings("unchecked")
    private static Payments<String> payments(Payments<?> bean) {
        return (Payments<String>) bean;
    }

    /** As clients of declarative HTTP interfaces are made: no class of ours behind it. */
    @SuppressWarnings("unchecked")
    private static Payments<String> client(Ledger ledger) {
        return (Payments<String>) Proxy.newProxyInstance(
                Payments.class.getClassLoader(),
                new Class<?>[] {Payments.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "pay" -> ledger.numbered("payment");
                    case "hashCode" -> 1;
                    case "equals" -> proxy == arguments[0];
                    default -> "a client";
                });
    }

    /** Has an interface, which knows nothing of its tools. */
    static class RemoteDesk extends Desk implements Comparable<RemoteDesk> {

        RemoteDesk(Ledger ledger) {
            super(ledger);
        }

        @Override
        public int compareTo(RemoteDesk other) {
            return 0;
        }
    }

    @Configuration
    static class TwoNames {

        @Bean
        Desk first(Ledger ledger) {
            return new Desk(ledger);
        }

        @Bean
        Desk second(Ledger ledger) {
            return first(ledger);
        }
    }

    @Configuration
    static class CallsAtStart {

        @Bean
        Desk desk(Ledger ledger) {
            return new Desk(ledger);
        }

        @Bean
        Object caller(Desk desk) throws Exception {
            asTenant(() -> desk.createTicket("a-1", "down"));
            return asTenant(() -> desk.createTicket("a-1", "down"));
        }
    }
}
