package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import dev.retrysafe.Decision;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.observe.Incident;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionalOperator;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import reactor.core.publisher.Mono;

/** Tools that are called while their caller has a transaction open. */
class CallersTransactionTest {

    private static TransactionTemplate transactions(ApplicationContext context) {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    private static <T> T within(TransactionTemplate transactions, Callable<T> call) {
        return Objects.requireNonNull(transactions.execute(status -> {
            try {
                return asTenant(call);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }));
    }

    private static Throwable thrownWithin(TransactionTemplate transactions, Callable<?> call) {
        return within(transactions, () -> Objects.requireNonNull(catchThrowable(call::call)));
    }

    private static void assertRefused(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(SideEffectRejectedException.class, e -> {
                    assertThat(e.code()).isEqualTo("JoinsCallersTransaction");
                    assertThat(e.toMap()).containsEntry("next_action", "ask_a_human");
                })
                .hasMessageContaining("LOCAL_TRANSACTION")
                .hasMessageContaining("REQUIRES_NEW");
    }

    /** Rows that the caller may roll back, and a receipt that stays. */
    @Test
    void case_83_aToolThatWouldJoinIsRefusedBeforeAnything() {
        JournalApplication application = new JournalApplication(JournalApplication.Kind.H2);
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            Map<String, Callable<?>> joining = new LinkedHashMap<>();
            joining.put("required", () -> journal.required("e-1"));
            joining.put("idempotent", () -> journal.idempotent("e-1"));
            joining.put("supports", () -> journal.supports("e-1"));
            joining.put("mandatory", () -> journal.mandatory("e-1"));
            joining.put("nested", () -> journal.nested("e-1"));
            joining.put("by_class", () -> context.getBean(Journal.OfClass.class).byClass("e-1"));
            TransactionTemplate reading = transactions(context);
            reading.setReadOnly(true);
            for (TransactionTemplate callers : List.of(transactions(context), reading)) {
                joining.forEach((tool, call) -> {
                    application.finished().clear();
                    assertRefused(thrownWithin(callers, call));
                    assertThat(application.finished()).singleElement().satisfies(told -> {
                        assertThat(told.tool()).isEqualTo(tool);
                        assertThat(told.decision()).isEqualTo(Decision.REJECTED);
                        assertThat(told.failure()).isInstanceOf(SideEffectRejectedException.class);
                    });
                });
                Throwable later =
                        thrownWithin(callers, () -> journal.later("e-1").join());
                assertRefused(Objects.requireNonNull(later.getCause()));
            }
            assertThat(application.runs()).hasValue(0);
            assertThat(application.count("retrysafe_record")).isZero();
            assertThat(application.incidents()).isEmpty();
        });
    }

    @Test
    void case_83_theRetryOfARolledBackCallersToolExecutes() {
        JournalApplication application = new JournalApplication(JournalApplication.Kind.POSTGRESQL);
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            assertThatThrownBy(() -> transactions(context).executeWithoutResult(status -> {
                        assertRefused(
                                Objects.requireNonNull(catchThrowable(() -> asTenant(() -> journal.required("e-1")))));
                        throw new IllegalStateException("the caller fails");
                    }))
                    .hasMessage("the caller fails");
            assertThat(asTenant(() -> journal.required("e-1"))).isEqualTo(1);
            assertThat(application.count("entry")).isEqualTo(1);
            assertThat(asTenant(() -> SideEffects.observe(() -> journal.required("e-1")))
                            .replayed())
                    .isTrue();
            // Not even what is done is answered there, so that the answer does not depend on what was before.
            assertRefused(thrownWithin(transactions(context), () -> journal.required("e-1")));
        });
    }

    /** The transaction of a tool's own record is its caller's to a tool inside. */
    @Test
    void case_83_aToolInsideALocalTransactionIsRefused() {
        JournalApplication application = new JournalApplication(JournalApplication.Kind.H2);
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
            application.next(() -> thrown.set(catchThrowable(() -> journal.required("inner"))));
            assertThat(asTenant(() -> journal.local("outer"))).isEqualTo(1);
            assertRefused(Objects.requireNonNull(thrown.get()));
            assertThat(application.runs()).hasValue(1);
        });
    }

    @Test
    void case_83_anyOtherToolIsReportedOnce() {
        JournalApplication application = new JournalApplication(JournalApplication.Kind.H2);
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            TransactionTemplate reading = transactions(context);
            reading.setReadOnly(true);
            assertThat(within(reading, () -> journal.requiresNew("r-0"))).isEqualTo(1);
            assertThat(asTenant(() -> journal.plain("p-0"))).isEqualTo(2);
            assertThat(asTenant(() -> journal.local("l-0"))).isEqualTo(3);
            assertThat(application.incidents()).isEmpty();
            for (int i = 1; i <= 2; i++) {
                String id = "-" + i;
                assertThat(within(transactions(context), () -> journal.plain("p" + id)))
                        .isPositive();
                assertThat(within(transactions(context), () -> journal.requiresNew("r" + id)))
                        .isPositive();
                assertThat(within(transactions(context), () -> journal.local("l" + id)))
                        .isPositive();
            }
            assertThat(application.incidents())
                    .extracting(Incident::kind, Incident::tool)
                    .containsExactly(
                            tuple(Incident.Kind.INSIDE_TRANSACTION, "plain"),
                            tuple(Incident.Kind.INSIDE_TRANSACTION, "requires_new"),
                            tuple(Incident.Kind.INSIDE_TRANSACTION, "local"));
            assertThat(application.incidents())
                    .allSatisfy(incident -> assertThat(incident.detail()).contains("rolled back"));
        });
    }

    /** As listeners do that run when the caller's rows are there for good. */
    @Test
    void case_83_afterItsCommitATransactionIsNoDangerToWhatJoinsNothing() {
        JournalApplication application = new JournalApplication(JournalApplication.Kind.H2);
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            AtomicReference<@Nullable Throwable> joining = new AtomicReference<>();
            transactions(context)
                    .executeWithoutResult(status ->
                            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                                @Override
                                public void afterCompletion(int end) {
                                    try {
                                        joining.set(catchThrowable(() -> asTenant(() -> journal.required("e-2"))));
                                        int unused = asTenant(() -> journal.requiresNew("e-1"));
                                    } catch (Exception e) {
                                        joining.set(e);
                                    }
                                }
                            }));
            assertRefused(Objects.requireNonNull(joining.get()));
            assertThat(application.incidents()).isEmpty();
            assertThat(application.count("entry")).isEqualTo(1);
        });
    }

    /** Its method runs on another thread, where nothing of the caller's is bound. */
    @Test
    void case_83_aMonoThatIsSubscribedToInsideATransactionJoinsNothing() {
        JournalApplication application = new JournalApplication(JournalApplication.Kind.POSTGRESQL);
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            assertThatThrownBy(() -> transactions(context).executeWithoutResult(status -> {
                        try {
                            assertThat(asTenant(() -> journal.mono("e-1").block(Duration.ofMinutes(1))))
                                    .isEqualTo(1);
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                        throw new IllegalStateException("the caller fails");
                    }))
                    .hasMessage("the caller fails");
            assertThat(application.count("entry")).isEqualTo(1);
            assertThat(application.incidents()).isEmpty();
        });
    }

    /** As R2DBC's is: what the method subscribes to finds it in the context, and so would be a part of it. */
    @Test
    void case_83_aReactiveTransactionOfTheSubscribersIsACallers() {
        JournalApplication application = new JournalApplication(JournalApplication.Kind.H2);
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            TransactionalOperator callers = TransactionalOperator.create(new BareReactiveManager());
            Throwable thrown = catchThrowable(() -> asTenant(
                    () -> journal.mono("e-1").as(callers::transactional).block(Duration.ofMinutes(1))));
            assertRefused(Objects.requireNonNull(thrown));
            assertThat(application.runs()).hasValue(0);
            assertThat(asTenant(() ->
                            journal.bareMono("e-1").as(callers::transactional).block(Duration.ofMinutes(1))))
                    .isEqualTo(1);
            assertThat(application.incidents())
                    .extracting(Incident::kind, Incident::tool)
                    .containsExactly(tuple(Incident.Kind.INSIDE_TRANSACTION, "bare_mono"));
        });
    }

    /** Binds transactions to the subscriber's context as every reactive manager does. There is no database behind it. */
    private static final class BareReactiveManager extends AbstractReactiveTransactionManager {

        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction(
                org.springframework.transaction.reactive.TransactionSynchronizationManager bound) {
            return this;
        }

        @Override
        protected Mono<Void> doBegin(
                org.springframework.transaction.reactive.TransactionSynchronizationManager bound,
                Object transaction,
                TransactionDefinition definition) {
            return Mono.empty();
        }

        @Override
        protected Mono<Void> doCommit(
                org.springframework.transaction.reactive.TransactionSynchronizationManager bound,
                GenericReactiveTransaction status) {
            return Mono.empty();
        }

        @Override
        protected Mono<Void> doRollback(
                org.springframework.transaction.reactive.TransactionSynchronizationManager bound,
                GenericReactiveTransaction status) {
            return Mono.empty();
        }
    }

    /** The caller is suspended, and so would be for ever what waits for its locks. */
    @ParameterizedTest
    @EnumSource(JournalApplication.Kind.class)
    void case_96_aRowThatTheCallerHoldsIsWaitedForNoLongerThanTheToolMayRun(JournalApplication.Kind kind) {
        JournalApplication application = new JournalApplication(kind);
        application.context(
                context -> {
                    Journal journal = context.getBean(Journal.class);
                    transactions(context).executeWithoutResult(status -> {
                        int unused = context.getBean(JdbcTemplate.class)
                                .update("UPDATE account SET balance = balance + 10 WHERE id = 1");
                        Throwable thrown = catchThrowable(() -> asTenant(() -> journal.post("e-1")));
                        assertThat(thrown)
                                .isNotInstanceOf(SideEffectException.class)
                                .isInstanceOfAny(DataAccessException.class, TransactionException.class);
                        assertThat(application.count("retrysafe_record")).isZero();
                    });
                },
                "retrysafe.run-at-most=1s",
                "retrysafe.wait-at-most=0s");
        assertThat(application.outside().queryForObject("SELECT balance FROM account", Integer.class))
                .isEqualTo(10);
        application.run(
                journal -> assertThat(asTenant(() -> journal.post("e-1"))).isEqualTo(2));
        assertThat(application.outside().queryForObject("SELECT balance FROM account", Integer.class))
                .isEqualTo(11);
    }
}
