package dev.retrysafe.jdbc;

import dev.retrysafe.jdbc.CommandQueue.Lane;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.LocalTransactions;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records in one table of PostgreSQL, MariaDB, MySQL or H2. Every command that changes a record is one short
 * transaction of its own, on a connection of its own, at isolation READ COMMITTED, under the lock of one row; what only
 * asks reads what is committed and locks nothing. The database's clock alone decides.
 * The table is created by a script of this module ({@code dev/retrysafe/jdbc/<database>/V1__retrysafe.sql}, usable by
 * Flyway), not by the store.
 *
 * <p>A command blocks its thread for at most the budget, through interrupts too, and also when the pool has no
 * connection to give. It never joins a transaction of the caller's, and no connection is held while a tool runs, but by
 * the transaction of a {@code LOCAL_TRANSACTION} tool, in which its record is written. The DataSource must hand out a connection of its own to everybody, as pools do.
 *
 * <p>Watches are told of what this store does; of other processes' doings only the next look tells.
 */
public final class JdbcEffectStore implements EffectStore {

    private final CommandRunner runner;
    private final Dialect dialect;
    private final RecordTable table;
    private final RecordSteps steps;
    private final @Nullable JdbcLocalTransactions localTransactions;
    private final WakeCalls wakeCalls = new WakeCalls();

    private JdbcEffectStore(CommandRunner runner, Dialect dialect, RecordTable table, Builder settings) {
        this.runner = runner;
        this.dialect = dialect;
        this.table = table;
        this.steps = new RecordSteps(table);
        TransactionSource source = settings.transactions;
        this.localTransactions = source == null
                ? null
                : new JdbcLocalTransactions(this, source, settings.dataSource, dialect, steps, settings.budget);
    }

    /**
     * Starts a store on a database.
     *
     * @param dataSource where connections come from; it stays its owner's, and {@link #close()} leaves it open
     * @return a builder with the documented settings
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    @Override
    public ClaimReply claim(ClaimRequest request) {
        return ask("claim", request.operation(), (stored, now) -> stored.claim(request, now));
    }

    @Override
    public ClaimReply look(ClaimRequest request) {
        return ask("look", request.operation(), (stored, now) -> stored.look(request, now));
    }

    @Override
    public WriteReply renew(Claim claim) {
        return run("renew", claim.request().operation(), (stored, now) -> stored.renew(claim, now));
    }

    @Override
    public CommitReply commit(Claim claim, NewOutcome outcome) {
        OperationId operation = claim.request().operation();
        CommitReply reply = run("commit", operation, (stored, now) -> stored.commit(claim, outcome, now));
        wakeCalls.wake(operation);
        return reply;
    }

    @Override
    public ClaimReply takeOver(ClaimRequest request, Takeover takeover) {
        return ask("takeover", request.operation(), (stored, now) -> stored.takeOver(request, takeover, now));
    }

    @Override
    public CommitReply found(ClaimRequest request, long fenceSeen, NewOutcome outcome) {
        OperationId operation = request.operation();
        CommitReply reply = run("found", operation, (stored, now) -> stored.found(request, fenceSeen, outcome, now));
        wakeCalls.wake(operation);
        return reply;
    }

    @Override
    public boolean supportsRecovery() {
        return true;
    }

    @Override
    public OpenPage open(OpenQuery query) {
        return runner.run("open", dialect, Lane.ASKING, null, connection -> {
            long now = table.now(connection);
            List<RecordTable.Listed> found = table.open(connection, query, now);
            boolean more = found.size() > query.limit();
            List<RecordTable.Listed> listed = more ? found.subList(0, query.limit()) : found;
            List<RecordView> records = listed.stream()
                    .map(RecordTable.Listed::record)
                    .filter(Objects::nonNull)
                    .map(record -> record.view(now))
                    .filter(query::selects)
                    .toList();
            return page(records, more ? listed.get(query.limit() - 1).at() : null);
        });
    }

    // NullAway reads no annotation of a nested type from a class file; the record's component is nullable.
    @SuppressWarnings("NullAway")
    private static OpenPage page(List<RecordView> records, OpenQuery.@Nullable Position next) {
        return new OpenPage(records, next);
    }

    @Override
    public @Nullable RecordView show(RecordId id) {
        return runner.run("show", dialect, Lane.ASKING, null, new Command.Work<Optional<RecordView>>() {
                    @Override
                    public Optional<RecordView> read(Borrowed borrowed) throws SQLException {
                        RecordTable.Seen<Settlement> seen =
                                table.seen(borrowed.reading(), id, (row, where) -> RecordRow.readNamed(row, id, where));
                        return Optional.ofNullable(seen.record())
                                .filter(record -> !record.stored().expired(seen.now()))
                                .map(record -> record.view(seen.now()));
                    }

                    @Override
                    public Optional<RecordView> in(Connection connection) {
                        throw new IllegalStateException("it is only read");
                    }
                })
                .orElse(null);
    }

    @Override
    public ResolveReply resolve(RecordId id, long fenceSeen, Resolution resolution) {
        ResolveReply reply = runner.run("resolve", dialect, Lane.ENDING, null, connection -> {
            Settlement record = table.lockNamed(connection, id);
            long now = table.now(connection);
            if (record == null || record.stored().expired(now)) {
                return new ResolveReply.Unknown();
            }
            ResolveReply answer = record.resolve(fenceSeen, resolution, now);
            boolean written = !record.stored().changed || table.update(connection, record.operation(), record.stored());
            return written ? answer : null;
        });
        if (reply instanceof ResolveReply.Resolved resolved && resolved.record().operation() != null) {
            wakeCalls.wake(resolved.record().operation());
        }
        return reply;
    }

    @Override
    public boolean supportsResolution() {
        return true;
    }

    @Override
    public WriteReply release(Claim claim) {
        OperationId operation = claim.request().operation();
        WriteReply reply = run("release", operation, (stored, now) -> stored.release(claim, now));
        wakeCalls.wake(operation);
        return reply;
    }

    @Override
    public WriteReply markInDoubt(Claim claim, String failure) {
        OperationId operation = claim.request().operation();
        WriteReply reply = run("mark", operation, (stored, now) -> stored.markInDoubt(claim, failure, now));
        wakeCalls.wake(operation);
        return reply;
    }

    @Override
    public Watch watch(OperationId operation, Runnable changed) {
        return wakeCalls.watch(operation, changed);
    }

    @Override
    public @Nullable LocalTransactions localTransactions() {
        return localTransactions;
    }

    @Override
    public String kind() {
        return "jdbc";
    }

    /**
     * Deletes expired committed and free records, the oldest first. Pending and in-doubt ones are kept, however old. An
     * expired record counts for nothing, deleted or not: this only gives back its space. Run it now and then, until it
     * answers less than the batch.
     *
     * @param batchSize how many to delete at most, in one transaction; at least 1
     * @return how many were deleted
     * @throws EffectStoreException when the database could not be asked, or took longer than the budget
     */
    public int purge(int batchSize) {
        if (batchSize < 1) {
            throw new IllegalArgumentException("a batch is at least 1 record: " + batchSize);
        }
        return runner.run("purge", dialect, Lane.ASKING, null, connection -> table.purge(connection, batchSize));
    }

    /** What was sent ends; later commands are refused. */
    @Override
    public void close() {
        runner.close();
    }

    /** A command that ends or renews an attempt, in its own transaction. */
    <R> R run(String name, OperationId operation, RecordSteps.Transition<R> transition) {
        return runner.run(
                name, dialect, Lane.ENDING, operation, connection -> steps.take(connection, operation, transition));
    }

    /** A command that is answered without a lock where it changes nothing. */
    private <R> R ask(String name, OperationId operation, RecordSteps.Transition<R> transition) {
        return runner.run(name, dialect, Lane.ASKING, operation, steps.reading(operation, transition));
    }

    void wake(OperationId operation) {
        wakeCalls.wake(operation);
    }

    /** The settings of a store. */
    public static final class Builder {

        private static final Duration LEAST_BUDGET = Duration.ofMillis(30);

        private static final Pattern TABLE =
                Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,62}");

        private final DataSource dataSource;
        private String table = "retrysafe_record";
        private Duration budget = Duration.ofSeconds(3);
        private int connectionsAtMost = 8;
        private @Nullable TransactionSource transactions;

        private Builder(DataSource dataSource) {
            this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        }

        /**
         * The table; {@code retrysafe_record} by default. Without a schema it is where the connections' first look for
         * it ends when the store is built, for all of the store's life.
         *
         * @param name its name, after its schema's (on MariaDB and MySQL its database's) and a point where wanted: ASCII letters, digits and underscores
         * @return this
         */
        public Builder table(String name) {
            if (!TABLE.matcher(name).matches()) {
                throw new IllegalArgumentException("a table's name is of ASCII letters, digits and underscores, after"
                        + " its schema's and a point where wanted: " + name);
            }
            this.table = name;
            return this;
        }

        /**
         * How long one command may take in all, waiting for a connection and trying again included; 3 s by default. Keep
         * it well below the shortest lease, which is renewed by such commands.
         *
         * @param budget at least 30 ms
         * @return this
         */
        public Builder budget(Duration budget) {
            if (budget.compareTo(LEAST_BUDGET) < 0) {
                throw new IllegalArgumentException("the budget is at least 30 ms: " + budget);
            }
            this.budget = budget;
            return this;
        }

        /**
         * How many of the DataSource's connections the store uses at a time; 8 by default. Commands beyond it wait within
         * their budget: those that end or renew an attempt go first, and a quarter of the connections, of two or more at
         * least one, is for them alone. The store has as many threads.
         *
         * @param connections at least 1
         * @return this
         */
        public Builder connectionsAtMost(int connections) {
            if (connections < 1) {
                throw new IllegalArgumentException("the store needs at least 1 connection: " + connections);
            }
            this.connectionsAtMost = connections;
            return this;
        }

        /**
         * Lets tools of the class {@code LOCAL_TRANSACTION} run in transactions of the application's; without this they
         * are refused, since nothing would commit their effect together with its receipt.
         *
         * @param source where such transactions come from, on the database of this store's DataSource
         * @return this
         */
        public Builder localTransactions(TransactionSource source) {
            this.transactions = Objects.requireNonNull(source, "source");
            return this;
        }

        /**
         * Builds the store. The database is asked, on this thread and on two of the store's own, what it is and where the
         * table is; every statement then names the table in full. On this thread a connection is waited for as long as
         * the DataSource lets it wait.
         *
         * @return the store
         * @throws IllegalArgumentException when the database is none that it knows
         * @throws EffectStoreException when the database gives no answer in time, when the table is missing, or when the
         *     DataSource leads to more than one database or schema, by thread or by connection
         */
        public JdbcEffectStore build() {
            CommandRunner runner = new CommandRunner(dataSource, budget, connectionsAtMost);
            try {
                Place place = new PlaceSearch(dataSource, table, budget).on(runner, Math.min(2, connectionsAtMost));
                Dialect dialect = place.dialect();
                RecordTable records = new RecordTable(place);
                boolean unused = runner.run("check", dialect, Lane.ASKING, null, connection -> {
                    records.check(connection);
                    return true;
                });
                return new JdbcEffectStore(runner, dialect, records, this);
            } catch (RuntimeException e) {
                runner.close();
                throw e;
            }
        }
    }
}
