package dev.retrysafe.spring;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import reactor.core.publisher.Mono;

/** Tools that write a row each, in transactions of all kinds. */
public class Journal {

    private final JdbcTemplate jdbc;

    private final AtomicInteger runs;

    private final Supplier<Runnable> next;

    /**
     * Makes the tools.
     *
     * @param runs counts what was entered
     * @param next tells what a method does when its row is written
     */
    Journal(JdbcTemplate jdbc, AtomicInteger runs, Supplier<Runnable> next) {
        this.jdbc = jdbc;
        this.runs = runs;
        this.next = next;
    }

    private int write(String id) {
        int run = runs.incrementAndGet();
        int unused = jdbc.update("INSERT INTO entry (id) VALUES (?)", id);
        next.get().run();
        return run;
    }

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", mutation = Mutation.LOCAL_TRANSACTION)
    public int local(String id) {
        return write(id);
    }

    /** Writes to a row that its caller may have locked. */
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", mutation = Mutation.LOCAL_TRANSACTION)
    public int post(String id) {
        int run = runs.incrementAndGet();
        int unused = jdbc.update("UPDATE account SET balance = balance + 1 WHERE id = 1");
        return run;
    }

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public int plain(String id) {
        return write(id);
    }

    @Transactional
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public int required(String id) {
        return write(id);
    }

    @Transactional
    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = "*",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "1h"))
    public int idempotent(String id) {
        return write(id);
    }

    @Transactional(propagation = Propagation.SUPPORTS)
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public int supports(String id) {
        return write(id);
    }

    @Transactional(propagation = Propagation.MANDATORY)
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public int mandatory(String id) {
        return write(id);
    }

    @Transactional(propagation = Propagation.NESTED)
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public int nested(String id) {
        return write(id);
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public int requiresNew(String id) {
        return write(id);
    }

    @Transactional
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public CompletableFuture<Integer> later(String id) {
        return CompletableFuture.completedFuture(write(id));
    }

    @Transactional
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public Mono<Integer> mono(String id) {
        return Mono.fromCallable(() -> write(id));
    }

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    public Mono<Integer> bareMono(String id) {
        return Mono.fromCallable(() -> write(id));
    }

    /** Transactional by its class. */
    @Transactional
    public static class OfClass {

        private final Journal journal;

        OfClass(Journal journal) {
            this.journal = journal;
        }

        @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
        public int byClass(String id) {
            return journal.write(id);
        }
    }
}
