package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.retrysafe.Decision;
import dev.retrysafe.Outcome;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.observe.CallFinished;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What is said of a transaction whose commit does not plainly succeed: the record is its witness, never an exception's type. */
@ParameterizedClass
@EnumSource(JournalApplication.Kind.class)
class CommitWitnessTest {

    private final JournalApplication application;

    CommitWitnessTest(JournalApplication.Kind kind) {
        this.application = new JournalApplication(kind);
    }

    private static void hang(TransactionSynchronization synchronization) {
        TransactionSynchronizationManager.registerSynchronization(synchronization);
    }

    private static void throwAfterCommit(Throwable thrown) {
        hang(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) thrown;
            }
        });
    }

    /** The caller gets what failed, everybody else hears that the effect stands, and a retry gets the receipt. */
    private void standsThough(Journal journal, String id, Throwable failure) throws Exception {
        Throwable cause = failure.getCause();
        Outcome<Throwable> seen = asTenant(
                () -> SideEffects.observe(() -> Objects.requireNonNull(catchThrowable(() -> journal.local(id)))));
        assertThat(seen.value()).isSameAs(failure);
        assertThat(failure.getSuppressed()).isEmpty();
        assertThat(failure.getCause()).isSameAs(cause);
        assertThat(seen.decision()).isEqualTo(Decision.EXECUTE);
        assertThat(seen.receipt()).isNotNull();
        CallFinished told = application.finished().get(application.finished().size() - 1);
        assertThat(told.decision()).isEqualTo(Decision.EXECUTE);
        assertThat(told.receipt()).isEqualTo(seen.receipt());
        assertThat(told.failure()).isSameAs(failure);
        aRetryIsAReplay(journal, id);
    }

    private void aRetryIsAReplay(Journal journal, String id) throws Exception {
        int runs = application.runs().get();
        assertThat(application.count("entry WHERE id = '" + id + "'")).isEqualTo(1);
        Outcome<Integer> retry = asTenant(() -> SideEffects.observe(() -> journal.local(id)));
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.value()).isEqualTo(runs);
        assertThat(application.runs()).hasValue(runs);
        assertThat(application.count("entry WHERE id = '" + id + "'")).isEqualTo(1);
    }

    private void rolledBackAndThenExecutes(Journal journal, Throwable thrown) throws Exception {
        assertThat(thrown).isInstanceOfSatisfying(SideEffectStoreException.class, e -> {
            assertThat(e.code()).isEqualTo("RolledBack");
            assertThat(e.effectMayHaveHappened()).isFalse();
        });
        assertThat(application.count("entry")).isZero();
        assertThat(application.count("retrysafe_record WHERE state = 'COMMITTED'"))
                .isZero();
        application.next(() -> {});
        assertThat(asTenant(() -> journal.local("e-1"))).isEqualTo(2);
        assertThat(application.count("entry")).isEqualTo(1);
    }

    /** By type they speak of a rollback, of a lost connection, or of nothing. */
    @Test
    void case_82_whatFailsAfterTheCommitReachesTheCallerAsItIs() {
        List<Throwable> failures = List.of(
                new IllegalStateException("the outbox is full"),
                new UnexpectedRollbackException("rolled back, it says"),
                new TransactionSystemException("could not commit, it says"),
                new DataIntegrityViolationException("of another transaction", new SQLException("duplicate", "23505")),
                new DataAccessResourceFailureException("of the broker", new SQLException("gone", "08006")),
                new AssertionError("an error of the callback's"));
        application.run(journal -> {
            for (int i = 0; i < failures.size(); i++) {
                Throwable failure = failures.get(i);
                application.next(() -> throwAfterCommit(failure));
                standsThough(journal, "e-" + i, failure);
            }
        });
    }

    @Test
    void case_82_anInnerTransactionThatRollsBackAfterTheCommit() {
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            PlatformTransactionManager manager = context.getBean(PlatformTransactionManager.class);
            TransactionTemplate apart = new TransactionTemplate(manager);
            apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            TransactionTemplate joining = new TransactionTemplate(manager);
            application.next(() -> hang(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    apart.executeWithoutResult(outer -> joining.executeWithoutResult(inner -> inner.setRollbackOnly()));
                }
            }));
            Throwable thrown = catchThrowable(() -> asTenant(() -> journal.local("e-1")));
            assertThat(thrown).isExactlyInstanceOf(UnexpectedRollbackException.class);
            application.next(() -> {});
            aRetryIsAReplay(journal, "e-1");
        });
    }

    /** On this thread the committed transaction looks open until it is cleared away. */
    @Test
    void case_82_aMarkForRollbackAfterTheCommitChangesNothing() {
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            TransactionTemplate joining = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            application.next(() -> hang(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    joining.executeWithoutResult(status -> status.setRollbackOnly());
                }
            }));
            assertThat(asTenant(() -> journal.local("e-1"))).isEqualTo(1);
            application.next(() -> {});
            aRetryIsAReplay(journal, "e-1");
        });
    }

    /** Spring logs what this throws. */
    @Test
    void case_82_whatIsThrownAtTheVeryEndChangesNothing() {
        application.run(journal -> {
            application.next(() -> hang(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    throw new IllegalStateException("too late");
                }
            }));
            assertThat(asTenant(() -> journal.local("e-1"))).isEqualTo(1);
            aRetryIsAReplay(journal, "e-1");
        });
    }

    @Test
    void case_82_whatFailsBeforeTheCommitIsARollback() {
        IllegalStateException failure = new IllegalStateException("the outbox is full");
        application.run(journal -> {
            application.next(() -> hang(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    throw failure;
                }
            }));
            Throwable thrown = Objects.requireNonNull(catchThrowable(() -> asTenant(() -> journal.local("e-1"))));
            assertThat(Stream.iterate(thrown, Objects::nonNull, Throwable::getCause))
                    .contains(failure);
            rolledBackAndThenExecutes(journal, thrown);
        });
    }

    @Test
    void case_82_aMarkForRollbackBeforeTheCommitIsARollback() {
        application.context(context -> {
            Journal journal = context.getBean(Journal.class);
            TransactionTemplate joining = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            application.next(() -> joining.executeWithoutResult(status -> status.setRollbackOnly()));
            Throwable thrown = Objects.requireNonNull(catchThrowable(() -> asTenant(() -> journal.local("e-1"))));
            rolledBackAndThenExecutes(journal, thrown);
        });
    }
}
