package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.Outcome;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.SideEffect;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Beans that wrap one another, all of them one annotated interface's: one call, however deep. */
class DecoratorTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final Ledger ledger = new Ledger();

    private final ApplicationContextRunner application =
            Applications.inMemory(ledger).withUserConfiguration(Notifiers.class);

    private interface Calls {
        void on(Notifier notifier) throws Exception;
    }

    private void run(Calls calls) {
        application.run(context -> calls.on(context.getBean(Notifier.class)));
    }

    private void executesOnce(Callable<String> call, String expected) throws Exception {
        Outcome<String> first = asTenant(() -> SideEffects.observe(call));
        assertThat(first.decision()).isEqualTo(Decision.EXECUTE);
        assertThat(first.value()).isEqualTo(expected);
        Outcome<String> second = asTenant(() -> SideEffects.observe(call));
        assertThat(second.decision()).isEqualTo(Decision.REPLAY);
        assertThat(second.value()).isEqualTo(expected);
        assertThat(ledger.effects()).hasSize(1);
    }

    private static void isRefused(Callable<?> call) {
        assertThatThrownBy(() -> asTenant(call))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo("SelfCall"));
    }

    private static void isInDoubt(Callable<?> call) {
        assertThatThrownBy(() -> asTenant(call)).isInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void case_61_whatADecoratorCallsJoinsItsAttempt() {
        run(notifier -> executesOnce(() -> notifier.send("a-1", "hello", "signed"), "stamped signed mail-1"));
    }

    @Test
    void case_61_onAThreadThatTheToolWasCarriedTo() {
        run(notifier -> executesOnce(() -> notifier.send("a-1", "hello", "elsewhere"), "stamped signed mail-1"));
    }

    @Test
    void case_61_whatADecoratorsFutureCallsLater() {
        run(notifier -> executesOnce(
                () -> notifier.sendLater("a-1", "hello").get(30, TimeUnit.SECONDS), "stamped signed mail-1"));
    }

    @Test
    void case_61_whatADecoratorsMonoCallsAtOnce() {
        run(notifier -> executesOnce(() -> notifier.sendInMono("a-1", "at once").block(SOON), "stamped signed mail-1"));
    }

    @Test
    void case_61_whatADecoratorsMonoCallsWhenItIsSubscribedTo() {
        run(notifier ->
                executesOnce(() -> notifier.sendInMono("a-1", "when subscribed").block(SOON), "stamped signed mail-1"));
    }

    @Test
    void case_61_anotherEffectUnderTheSameKeyIsASelfCall() {
        run(notifier -> {
            isRefused(() -> notifier.send("a-1", "hello", "other text"));
            isInDoubt(() -> notifier.send("a-1", "hello", "other text"));
            assertThat(ledger.effects()).isEmpty();
        });
    }

    @Test
    void case_61_whatOnlyWasRefusedAndProvablySentNothingIsReleased() {
        run(notifier -> {
            isRefused(() -> notifier.sendWitnessed("a-1", "hello", "self"));
            assertThatThrownBy(() -> asTenant(() -> notifier.sendWitnessed("a-1", "hello", "self, wrapped")))
                    .hasMessage("the mail could not be sent");
            assertThat(asTenant(() -> notifier.sendWitnessed("a-1", "hello", "")))
                    .isEqualTo("stamped signed mail-1");
        });
    }

    @Test
    void case_61_whatWasRefusedAfterItHadSentSomethingIsInDoubt() {
        run(notifier -> {
            isRefused(() -> notifier.sendWitnessed("a-1", "hello", "self, after sending"));
            isInDoubt(() -> notifier.sendWitnessed("a-1", "hello", ""));
        });
    }

    @Test
    void case_67_aDecoratorThatCallsTwiceIsRefusedTheSecondTime() {
        run(notifier -> {
            assertThatThrownBy(() -> asTenant(() -> notifier.send("a-1", "hello", "twice")))
                    .isInstanceOfSatisfying(
                            SideEffectInDoubtException.class,
                            e -> assertThat(e.code()).isEqualTo("EnteredTwice"));
            isInDoubt(() -> notifier.send("a-1", "hello", ""));
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    interface Notifier {

        @SideEffect(
                key = "{ctx.tenant}:{approval}",
                fingerprint = {"*", "!how"})
        String send(String approval, String text, String how);

        @SideEffect(
                key = "{ctx.tenant}:{approval}",
                fingerprint = {"*", "!how"},
                failures = @Failures(witnessed = true))
        String sendWitnessed(String approval, String text, String how);

        @SideEffect(key = "{ctx.tenant}:{approval}", fingerprint = "*")
        CompletableFuture<String> sendLater(String approval, String text);

        @SideEffect(
                key = "{ctx.tenant}:{approval}",
                fingerprint = {"*", "!when"})
        Mono<String> sendInMono(String approval, String when);
    }

    /** Does the work. */
    static class Mail implements Notifier {

        private final Ledger ledger;

        private final Notifier self;

        Mail(Ledger ledger, Notifier self) {
            this.ledger = ledger;
            this.self = self;
        }

        @Override
        public String send(String approval, String text, String how) {
            return ledger.numbered("mail");
        }

        @Override
        public String sendWitnessed(String approval, String text, String how) {
            switch (how) {
                case "self" -> self.sendWitnessed(approval, text, how);
                case "self, after sending" -> {
                    SideEffects.sending();
                    self.sendWitnessed(approval, text, how);
                }
                case "self, wrapped" -> {
                    try {
                        self.sendWitnessed(approval, text, how);
                    } catch (SideEffectRejectedException e) {
                        throw new IllegalStateException("the mail could not be sent", e);
                    }
                }
                default -> {}
            }
            return ledger.numbered("mail");
        }

        @Override
        public CompletableFuture<String> sendLater(String approval, String text) {
            return CompletableFuture.supplyAsync(() -> ledger.numbered("mail"));
        }

        @Override
        public Mono<String> sendInMono(String approval, String when) {
            return Mono.fromSupplier(() -> ledger.numbered("mail"));
        }
    }

    /** Says something else around what another one does. */
    static class Decorator implements Notifier {

        private final String word;

        private final Notifier inner;

        Decorator(String word, Notifier inner) {
            this.word = word;
            this.inner = inner;
        }

        @Override
        public String send(String approval, String text, String how) {
            return word
                    + switch (how) {
                        case "other text" -> inner.send(approval, text + "!", how);
                        case "twice" -> inner.send(approval, text, "") + inner.send(approval, text, "");
                        case "elsewhere" -> elsewhere(() -> inner.send(approval, text, ""));
                        default -> inner.send(approval, text, how);
                    };
        }

        private static String elsewhere(Callable<String> call) {
            RunningTool running = Objects.requireNonNull(ToolScope.current());
            CallContext context = Objects.requireNonNull(CallContext.current());
            return CompletableFuture.supplyAsync(() -> {
                        try (ToolScope.Scope scope = ToolScope.enter(running)) {
                            return context.call(call);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .join();
        }

        @Override
        public String sendWitnessed(String approval, String text, String how) {
            return word + inner.sendWitnessed(approval, text, how);
        }

        @Override
        public CompletableFuture<String> sendLater(String approval, String text) {
            return inner.sendLater(approval, text).thenApply(word::concat);
        }

        @Override
        public Mono<String> sendInMono(String approval, String when) {
            return when.equals("at once")
                    ? inner.sendInMono(approval, when).map(word::concat)
                    : Mono.just(approval)
                            .publishOn(Schedulers.parallel())
                            .flatMap(a -> inner.sendInMono(a, when))
                            .map(word::concat);
        }
    }

    @Configuration
    static class Notifiers {

        @Bean
        Notifier mail(Ledger ledger, @Lazy @Qualifier("mail") Notifier self) {
            return new Mail(ledger, self);
        }

        @Bean
        Notifier signing(@Qualifier("mail") Notifier inner) {
            return new Decorator("signed ", inner);
        }

        @Bean
        @Primary
        Notifier stamping(@Qualifier("signing") Notifier inner) {
            return new Decorator("stamped ", inner);
        }
    }
}
