package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.Decision;
import dev.retrysafe.Outcome;
import dev.retrysafe.SideEffects;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;

/** An effect in doubt, behind a proxy. */
class LookupBehindProxyTest {

    private final Ledger ledger = new Ledger();

    @Test
    void theLookupIsAskedOfTheObjectBehindTheProxy() {
        Applications.inMemory(ledger).withBean(DoubtfulDesk.class).run(context -> {
            DoubtfulDesk desk = context.getBean(DoubtfulDesk.class);
            assertThat(AopUtils.isCglibProxy(desk)).isTrue();
            assertThatThrownBy(() -> asTenant(() -> desk.createTicket("a-1"))).hasMessage("the answer was lost");

            Outcome<String> found = asTenant(() -> SideEffects.observe(() -> desk.createTicket("a-1")));

            assertThat(found.value()).isEqualTo("ticket a-1");
            assertThat(found.decision()).isEqualTo(Decision.REPLAY);
            assertThat(ledger.effects()).containsExactly("ticket a-1");
        });
    }

    @Test
    void whatIsIdempotentIsSentAgain() {
        Applications.inMemory(ledger).withBean(DoubtfulDesk.class).run(context -> {
            DoubtfulDesk desk = context.getBean(DoubtfulDesk.class);
            assertThatThrownBy(() -> asTenant(() -> desk.refund("a-1"))).hasMessage("the answer was lost");

            Outcome<String> sentAgain = asTenant(() -> SideEffects.observe(() -> desk.refund("a-1")));

            assertThat(sentAgain.value()).isEqualTo("refunded");
            assertThat(sentAgain.decision()).isEqualTo(Decision.EXECUTE);
            assertThat(ledger.effects()).hasSize(2);
        });
    }
}
