package dev.retrysafe.spring;

import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.SideEffect;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/** Tools whose effect is a row in the application's own database. */
public class Books {

    /** An entry that the books will never take. */
    public static class ClosedException extends Exception {

        private static final long serialVersionUID = 1L;

        public ClosedException(@Nullable String message) {
            super(message);
        }
    }

    private final AtomicInteger runs = new AtomicInteger();

    private final JdbcTemplate jdbc;

    Books(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", mutation = Mutation.LOCAL_TRANSACTION)
    public int addEntry(String id, String fate) {
        return insert(id, fate);
    }

    /** Joins the transaction of its record, and rolls all of it back. */
    @Transactional
    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = "*",
            mutation = Mutation.LOCAL_TRANSACTION,
            failures = @Failures(replay = ClosedException.class))
    public int bookInTransaction(String id, String fate) throws ClosedException {
        int inserted = insert(id, fate);
        switch (fate) {
            case "closed" -> throw new ClosedException("the books are closed");
            case "rollback-only" ->
                TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
            default -> {}
        }
        return inserted;
    }

    /** Sends something, and throws: its own rows are rolled back, what was sent is not. */
    @Transactional
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public int sendAndFail(String id) {
        return insert(id, "fails");
    }

    /** Asked of the object behind the proxy, as a proxy's fields are its own. */
    int runs() {
        return runs.get();
    }

    private int insert(String id, String fate) {
        int run = runs.incrementAndGet();
        int unused = jdbc.update("INSERT INTO entry (id) VALUES (?)", id);
        if (fate.equals("fails")) {
            throw new IllegalStateException("no such account");
        }
        return run;
    }

    /** Commits apart from its receipt. */
    public static class Apart {

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", mutation = Mutation.LOCAL_TRANSACTION)
        public void bookApart(String id) {}
    }
}
