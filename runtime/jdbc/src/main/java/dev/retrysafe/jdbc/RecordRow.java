package dev.retrysafe.jdbc;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a record lies in the table's columns. The format is described in docs/jdbc.md. */
final class RecordRow {

    static final int FORMAT = 1;

    /** In the order in which {@link #write} sets them; the primary key, {@code id}, comes after them. */
    static final List<String> COLUMNS = List.of(
            "format",
            "state",
            "fence",
            "clean_fence",
            "token",
            "fingerprint",
            "definition_hash",
            "mutation",
            "namespace",
            "tenant",
            "tool",
            "operation_key",
            "owner",
            "first_attempt_at",
            "lease_end",
            "ended_at",
            "failure",
            "committed_at",
            "expires_at",
            "committed_late",
            "lost",
            "failed",
            "remote_system",
            "remote_id",
            "remote_url",
            "result_kind",
            "result",
            "freed_tokens",
            "evidence",
            "history",
            "decisions");

    private static final Pattern FINGERPRINT = Pattern.compile("sha256:[0-9a-f]{64}");

    private RecordRow() {}

    static void write(PreparedStatement to, OperationId operation, StoredRecord stored) throws SQLException {
        StoredOutcome outcome = stored.outcome;
        int column = 0;
        to.setInt(++column, FORMAT);
        to.setString(++column, stored.state.name());
        to.setLong(++column, stored.fence);
        to.setLong(++column, stored.cleanFence);
        to.setString(++column, String.valueOf(stored.token));
        to.setString(++column, stored.fingerprint);
        to.setString(++column, stored.definitionHash);
        to.setString(++column, stored.mutation.name());
        to.setString(++column, AsciiText.escape(operation.namespace()));
        to.setString(++column, AsciiText.escape(operation.tenant()));
        to.setString(++column, AsciiText.escape(operation.tool()));
        to.setString(++column, AsciiText.escape(operation.key()));
        to.setString(++column, AsciiText.escape(stored.owner));
        to.setLong(++column, stored.firstAttemptAt);
        to.setLong(++column, stored.leaseEnd);
        to.setLong(++column, stored.endedAt);
        to.setString(++column, AsciiText.escape(stored.failure));
        setTime(to, ++column, outcome == null ? null : outcome.committedAt().toEpochMilli());
        setTime(to, ++column, stored.expiresAt);
        to.setInt(++column, stored.committedLate ? 1 : 0);
        to.setInt(++column, stored.lost ? 1 : 0);
        to.setInt(++column, outcome != null && outcome.failed() ? 1 : 0);
        to.setString(++column, outcome == null ? null : AsciiText.escapeOrNull(outcome.remoteSystem()));
        to.setString(++column, outcome == null ? null : AsciiText.escapeOrNull(outcome.remoteId()));
        to.setString(++column, outcome == null ? null : AsciiText.escapeOrNull(outcome.remoteUrl()));
        to.setInt(++column, outcome == null ? 0 : outcome.result().kind().code());
        to.setBytes(++column, outcome == null ? new byte[0] : outcome.result().body());
        to.setString(++column, stored.freed.text());
        to.setString(++column, stored.evidence.text());
        to.setString(++column, stored.history.text());
        to.setString(++column, stored.decisions.text());
    }

    private static void setTime(PreparedStatement to, int column, @Nullable Long millis) throws SQLException {
        if (millis == null) {
            to.setNull(column, Types.BIGINT);
        } else {
            to.setLong(column, millis);
        }
    }

    /**
     * Reads a row.
     *
     * @param where what a person finds the row by
     * @throws EffectStoreException when it is of another format, or holds what no record of ours does
     */
    static StoredRecord read(ResultSet row, String where) throws SQLException {
        return read(row, where, RecordRow::readKnown);
    }

    /**
     * Reads a row that was found by something else than its operation.
     *
     * @throws EffectStoreException likewise, and when its operation is not the one that its id stands for
     */
    static Settlement readNamed(ResultSet row, RecordId id, String where) throws SQLException {
        return read(row, where, known -> {
            OperationId operation = new OperationId(
                    AsciiText.unescape(text(known, "namespace")),
                    AsciiText.unescape(text(known, "tenant")),
                    AsciiText.unescape(text(known, "tool")),
                    AsciiText.unescape(text(known, "operation_key")));
            require(RecordId.of(operation).equals(id));
            Settlement named = new Settlement(operation, readKnown(known));
            // What is shown is read, too.
            RecordView unused = named.view(0);
            return named;
        });
    }

    /** Reads a row whose format is known. */
    private interface Reading<R> {
        R from(ResultSet row) throws SQLException;
    }

    private static <R> R read(ResultSet row, String where, Reading<R> reading) throws SQLException {
        int format = row.getInt("format");
        if (format != FORMAT) {
            throw new EffectStoreException(
                    Reason.UNKNOWN_FORMAT,
                    "The row " + where + " has format " + format + ", which this version does not know; nothing was"
                            + " changed. Run the version that wrote it, or a newer one.",
                    null);
        }
        try {
            return reading.from(row);
        } catch (IllegalArgumentException e) {
            // Its text could hold what the row holds.
            throw new EffectStoreException(
                    Reason.FOREIGN_RECORD,
                    "The row " + where + " is no record of Retrysafe, or a damaged one; nothing was changed. Find"
                            + " out what wrote it; leave the table to Retrysafe.",
                    null);
        }
    }

    private static StoredRecord readKnown(ResultSet row) throws SQLException {
        StoredRecord stored = new StoredRecord();
        stored.state = RecordState.valueOf(text(row, "state"));
        stored.fence = number(row, "fence");
        stored.cleanFence = number(row, "clean_fence");
        stored.token = FreedTokens.token(text(row, "token"));
        stored.fingerprint = text(row, "fingerprint");
        stored.definitionHash = text(row, "definition_hash");
        stored.mutation = Mutation.valueOf(text(row, "mutation"));
        stored.owner = AsciiText.unescape(text(row, "owner"));
        stored.firstAttemptAt = number(row, "first_attempt_at");
        stored.leaseEnd = number(row, "lease_end");
        stored.endedAt = number(row, "ended_at");
        stored.failure = AsciiText.unescape(text(row, "failure"));
        stored.expiresAt = time(row, "expires_at");
        stored.committedLate = flag(row, "committed_late");
        stored.lost = flag(row, "lost");
        stored.freed = FreedTokens.parse(text(row, "freed_tokens"));
        stored.evidence = Evidence.parse(text(row, "evidence"));
        stored.history = History.parse(text(row, "history"));
        stored.decisions = Decisions.parse(text(row, "decisions"));
        stored.outcome = stored.state == RecordState.COMMITTED ? outcome(row) : null;
        boolean closed = stored.state == RecordState.COMMITTED || stored.state == RecordState.FREE;
        require(stored.state != RecordState.ABSENT);
        require(closed == (stored.expiresAt != null));
        require(stored.fence >= stored.cleanFence);
        require(FINGERPRINT.matcher(stored.fingerprint).matches());
        return stored;
    }

    private static StoredOutcome outcome(ResultSet row) throws SQLException {
        Long committedAt = time(row, "committed_at");
        Long expiresAt = time(row, "expires_at");
        byte[] body = row.getBytes("result");
        if (committedAt == null || expiresAt == null || body == null) {
            throw new IllegalArgumentException("a receipt's column is missing");
        }
        StoredResult.Kind kind = StoredResult.Kind.of(row.getInt("result_kind"));
        require(kind == StoredResult.Kind.JSON || kind == StoredResult.Kind.FAILURE || body.length == 0);
        return new StoredOutcome(
                flag(row, "failed"),
                AsciiText.unescapeOrNull(row.getString("remote_system")),
                AsciiText.unescapeOrNull(row.getString("remote_id")),
                AsciiText.unescapeOrNull(row.getString("remote_url")),
                new StoredResult(kind, body),
                Instant.ofEpochMilli(committedAt),
                Instant.ofEpochMilli(expiresAt));
    }

    private static String text(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        if (text == null) {
            throw new IllegalArgumentException("no " + column);
        }
        return text;
    }

    /** Times and fences are not negative. */
    private static long number(ResultSet row, String column) throws SQLException {
        long number = row.getLong(column);
        require(number >= 0 && !row.wasNull());
        return number;
    }

    private static @Nullable Long time(ResultSet row, String column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }

    private static boolean flag(ResultSet row, String column) throws SQLException {
        long number = number(row, column);
        require(number <= 1);
        return number == 1;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("not a value of ours");
        }
    }
}
