package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.notApplied;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.store.WriteReply;
import dev.retrysafe.test.StoreClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What lies in the table, what is deleted, and what is left alone. */
@ParameterizedClass
@MethodSource("databases")
class RowsTest {

    private static final Duration SHORT = Duration.ofMillis(1);

    private static final Duration DAY = Duration.ofDays(1);

    private final Database database;

    private final JdbcEffectStore store;

    RowsTest(Database database) {
        this.database = database;
        this.store = Database.store(database.pool());
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Row row(OperationId operation) {
        return new Row(database, operation);
    }

    private Claim claimed(ClaimRequest request) {
        assertThat(store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
        return held(request, 1);
    }

    @Test
    void case_6_keysAreToldApartByTheirBytes() {
        OperationId one = operation();
        for (String key : List.of(
                "Order-a",
                "order-A",
                "Order-a ",
                "Order-a\t",
                "Order-\u00e9",
                "Order-e\u0301",
                "Order-e",
                "Order-\u0000",
                "Order-stra\u00dfe",
                "Order-strasse")) {
            claimed(attempt(new OperationId(one.namespace(), one.tenant(), one.tool(), key)));
        }
    }

    @Test
    void peopleCanReadARow() {
        OperationId like = operation();
        OperationId operation = new OperationId("shop", "t\u00e4nant", "create_ticket", like.key());
        store.commit(claimed(attempt(operation)), outcome("T-1"));
        Row row = row(operation);
        assertThat(row.column("state")).isEqualTo("COMMITTED");
        assertThat(row.column("tenant")).isEqualTo("t\\u00e4nant");
        assertThat(row.column("operation_key")).isEqualTo(like.key());
        assertThat(row.column("remote_id")).isEqualTo("T-1");
    }

    @Test
    void evidenceOfASecondEffectStaysOnTheRow() {
        Claim owner = claimed(attempt(operation()));
        store.commit(owner, outcome("T-1"));
        Claim other = held(attempt(owner.request().operation()), 2);
        for (int i = 0; i < 2; i++) {
            assertThat(store.commit(other, outcome("T-2"))).isInstanceOf(CommitReply.AlreadyCommitted.class);
        }
        assertThat(row(owner.request().operation()).column("evidence"))
                .startsWith(other.request().token() + "\t2\t")
                .endsWith("\tcommitted\tlinear\tT-2\thttps://linear.example/T-2")
                .doesNotContain("\n");
        for (int i = 3; i < 7; i++) {
            store.commit(held(attempt(owner.request().operation()), 2), outcome("T-" + i));
        }
        assertThat(row(owner.request().operation()).column("evidence").lines())
                .hasSize(3)
                .satisfiesExactly(
                        line -> assertThat(line).contains("\tT-4\t"),
                        line -> assertThat(line).contains("\tT-5\t"),
                        line -> assertThat(line).contains("\tT-6\t"));
    }

    @Test
    void aResultOfManyMegabytesIsReadBack() {
        Claim owner = claimed(attempt(operation()));
        byte[] body = new byte[8 << 20];
        Arrays.fill(body, (byte) 'x');
        StoredResult result = new StoredResult(StoredResult.Kind.JSON, body);
        store.commit(owner, new NewOutcome(false, null, null, null, result));
        assertThat(store.look(attempt(owner.request().operation())))
                .isInstanceOfSatisfying(
                        ClaimReply.Committed.class,
                        committed -> assertThat(committed.outcome().result()).isEqualTo(result));
    }

    @Test
    void case_47_purgeDeletesWhatIsExpiredAndNothingElse() {
        purgeAll();
        Claim pending = claimed(attempt(operation(), SHORT, SHORT));
        Claim doubtful = claimed(attempt(operation(), DAY, SHORT));
        store.markInDoubt(doubtful, "read timed out");
        Claim kept = claimed(attempt(operation()));
        store.commit(kept, outcome("T-1"));
        Claim free = claimed(attempt(operation()));
        store.release(free);
        Claim foreign = claimed(attempt(operation(), DAY, SHORT));
        store.commit(foreign, outcome("T-2"));
        row(foreign.request().operation()).set("format", "2");
        for (int i = 0; i < 3; i++) {
            store.commit(claimed(attempt(operation(), DAY, SHORT)), outcome("T-3"));
            store.release(claimed(attempt(operation(), DAY, SHORT)));
        }
        StoreClock.real().pass(Duration.ofMillis(20));

        assertThat(store.purge(4)).isEqualTo(4);
        assertThat(store.purge(4)).isEqualTo(2);
        assertThat(store.purge(4)).isZero();
        for (Claim claim : List.of(pending, doubtful, kept, free, foreign)) {
            assertThat(row(claim.request().operation()).exists()).isTrue();
        }
        row(foreign.request().operation()).delete();
        assertThat(store.commit(pending, outcome("T-4"))).isInstanceOf(CommitReply.Stored.class);
    }

    private void purgeAll() {
        while (store.purge(1000) > 0) {
            // The shared table holds what other tests left.
        }
    }

    @Test
    void anExpiredRowIsAbsentBeforeItIsPurged() {
        Claim owner = claimed(attempt(operation(), DAY, SHORT));
        store.commit(owner, outcome("T-1"));
        StoreClock.real().pass(Duration.ofMillis(20));
        assertThat(row(owner.request().operation()).exists()).isTrue();
        assertThat(store.look(attempt(owner.request().operation()))).isEqualTo(new ClaimReply.Released());
        Claim next = claimed(attempt(owner.request().operation()));
        purgeAll();
        assertThat(store.renew(next)).isEqualTo(new WriteReply.Done(false));
    }

    @Test
    void case_48_aViolationThatIsNotTheDuplicateKeyIsAnError() {
        String narrow = database.script().replace("retrysafe_record", "retrysafe_narrow");
        database.script(narrow.replaceFirst("state +VARCHAR\\(16\\)", "state VARCHAR(3)"));
        try {
            assertRefused("retrysafe_narrow", "log");
        } finally {
            database.execute("DROP TABLE retrysafe_narrow");
        }
        database.script(narrow.replaceFirst("committed_at +BIGINT", "committed_at BIGINT NOT NULL"));
        try {
            assertRefused("retrysafe_narrow", "log");
        } finally {
            database.execute("DROP TABLE retrysafe_narrow");
        }
    }

    private void assertRefused(String table, String toDo) {
        try (JdbcEffectStore narrow =
                Database.patient(database.pool()).table(table).build()) {
            ClaimRequest request = attempt(operation());
            EffectStoreException refused =
                    catchThrowableOfType(EffectStoreException.class, () -> narrow.claim(request));
            assertThat(refused).isNotNull();
            assertThat(refused.reason()).isEqualTo(Reason.REFUSED);
            assertThat(refused).hasMessageContaining("claim").hasMessageContaining("nothing took place");
            assertThat(refused).hasMessageContaining(toDo);
            assertThat(refused).hasStackTraceContaining("SQLState");
            assertThat(refused.getCause()).hasMessageNotContaining(request.owner());
            assertThat(database.query("SELECT COUNT(*) FROM " + table)).isEqualTo("0");
        }
    }

    @Test
    void case_50_aDamagedRowIsLeftAlone() {
        for (List<String> damage : List.of(
                List.of("state", "'DONE'"),
                List.of("state", "'ABSENT'"),
                List.of("state", "'FREE'"),
                List.of("state", "'COMMITTED'"),
                List.of("fence", "-1"),
                List.of("clean_fence", "2"),
                List.of("token", "'17'"),
                List.of("fingerprint", "'sha256:'"),
                List.of("mutation", "'SOMETIMES'"),
                List.of("owner", "'\\\\x'"),
                List.of("failure", "'\\\\u12'"),
                List.of("lease_end", "-1"),
                List.of("expires_at", "1"),
                List.of("lost", "2"),
                List.of("freed_tokens", "'x'"),
                List.of("evidence", "'x'"),
                List.of("history", "'x'"),
                List.of("decisions", "'x'"))) {
            Claim owner = claimed(attempt(operation()));
            assertLeftAlone(owner.request().operation(), damage, Reason.FOREIGN_RECORD);
        }
        for (List<String> damage : List.of(
                List.of("result_kind", "9"),
                List.of("result_kind", "0"),
                List.of("failed", "7"),
                List.of("remote_id", "'\\\\'"),
                List.of("committed_at", "NULL"),
                List.of("expires_at", "NULL"))) {
            Claim owner = claimed(attempt(operation()));
            store.commit(owner, outcome("T-1"));
            assertLeftAlone(owner.request().operation(), damage, Reason.FOREIGN_RECORD);
        }
    }

    @Test
    void case_50_aDamagedRowIsNeitherShownNorListedNorSettled() {
        for (List<String> damage : List.of(
                List.of("tenant", "'another'"),
                List.of("operation_key", "'\\x'"),
                List.of("evidence", "'a\tb\tc\td\te\tf\tg'"),
                List.of("history", "'1\tann\t0\tLATER\tx'"),
                List.of("decisions", "'1\t0\td-1\tCOMMITTED\tx\tx\tx\tann\t \t1'"))) {
            OperationId like = operation();
            OperationId operation = new OperationId(like.tenant(), like.tenant(), like.tool(), like.key());
            store.markInDoubt(claimed(attempt(operation)), "x");
            row(operation).set(damage.get(0), inSql(damage.get(1)));
            List<String> before = row(operation).columns();
            RecordId id = RecordId.of(operation);
            assertRefused(operation, damage, Reason.FOREIGN_RECORD, () -> store.show(id));
            assertRefused(operation, damage, Reason.FOREIGN_RECORD, () -> store.resolve(id, 1, notApplied()));
            assertThat(store.open(new OpenQuery(operation.namespace(), null, null, null, null, 10)))
                    .as(damage.toString())
                    .isEqualTo(OpenPage.of(List.of(), 10));
            assertThat(row(operation).columns()).isEqualTo(before);
            row(operation).delete();
        }
    }

    @Test
    void aDamagedRowHidesNoOtherOpenRecord() {
        OperationId like = operation();
        List<OperationId> operations = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            OperationId operation = new OperationId(like.tenant(), like.tenant(), like.tool(), like.key() + i);
            store.markInDoubt(claimed(attempt(operation)), "x");
            row(operation).set("first_attempt_at", Integer.toString(1000 + i));
            operations.add(operation);
        }
        for (int damaged : new int[] {1, 2, 4}) {
            row(operations.get(damaged)).set("history", inSql("'1\tann\t0\tLATER\tx'"));
        }
        List<@Nullable OperationId> listed = new ArrayList<>();
        int pages = 0;
        OpenQuery.Position after = null;
        do {
            OpenPage page = store.open(new OpenQuery(like.tenant(), null, null, null, after, 2));
            page.records().forEach(record -> listed.add(record.operation()));
            after = page.next();
            pages++;
        } while (after != null);
        assertThat(listed).containsExactly(operations.get(0), operations.get(3));
        assertThat(pages).isEqualTo(3);
        operations.forEach(operation -> row(operation).delete());
    }

    @Test
    void case_45_aRowOfANewerFormatIsLeftAlone() {
        Claim owner = claimed(attempt(operation()));
        assertLeftAlone(owner.request().operation(), List.of("format", "2"), Reason.UNKNOWN_FORMAT);
    }

    private void assertLeftAlone(OperationId operation, List<String> damage, Reason reason) {
        row(operation).set(damage.get(0), inSql(damage.get(1)));
        List<String> before = row(operation).columns();
        Claim claim = held(attempt(operation), 1);
        for (Runnable command : List.<Runnable>of(
                () -> store.claim(claim.request()),
                () -> store.look(claim.request()),
                () -> store.renew(claim),
                () -> store.commit(claim, outcome("T-2")),
                () -> store.release(claim),
                () -> store.release(held(claim.request(), 0)),
                () -> store.markInDoubt(claim, "x"),
                () -> store.show(RecordId.of(operation)),
                () -> store.resolve(RecordId.of(operation), 1, notApplied()))) {
            assertRefused(operation, damage, reason, command);
        }
        assertThat(row(operation).columns()).isEqualTo(before);
        row(operation).delete();
    }

    private static void assertRefused(OperationId operation, List<String> damage, Reason reason, Runnable command) {
        EffectStoreException failure = catchThrowableOfType(EffectStoreException.class, command::run);
        assertThat(failure).as(damage.toString()).isNotNull();
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure).hasMessageContaining("nothing was changed").hasMessageNotContaining(operation.tenant());
        assertThat(failure.getMessage()).containsIgnoringCase("retrysafe_record");
    }

    /** A backslash in a text is one character, but for MariaDB. */
    private String inSql(String value) {
        return database.dialect() == Dialect.MARIADB ? value : value.replace("\\\\", "\\");
    }
}
