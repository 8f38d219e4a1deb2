package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;

class InterceptionTest {

    @Test
    void aRetryIsAnsweredFromTheReceipt() {
        Applications.inMemory().withBean(Desk.class).run(context -> {
            Desk desk = context.getBean(Desk.class);

            String first = asTenant(() -> desk.createTicket("a-1", "down"));
            String second = asTenant(() -> desk.createTicket("a-1", "down"));

            assertThat(second).isEqualTo(first);
            assertThat(context.getBean(Ledger.class).effects()).hasSize(1);
        });
    }

    @Test
    void case_54_theInterfaceCarriesTheAnnotation_classProxy() {
        Applications.inMemory().withBean(Payments.Bank.class).run(context -> {
            Payments.Bank bank = context.getBean(Payments.Bank.class);
            Payments<String> payments = bank;
            assertThat(AopUtils.isCglibProxy(bank)).isTrue();

            String throughTheClass = asTenant(() -> bank.pay("o-1"));
            String throughTheInterface = asTenant(() -> payments.pay("o-1"));

            assertThat(throughTheInterface).isEqualTo(throughTheClass);
            assertThat(context.getBean(Ledger.class).effects()).hasSize(1);
        });
    }
}
