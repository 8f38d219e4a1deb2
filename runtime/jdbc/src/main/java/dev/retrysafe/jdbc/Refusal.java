package dev.retrysafe.jdbc;

import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** What a failure of the database means, and what is to be done about it. Codes are SQLStates and vendors' numbers. */
enum Refusal {
    TABLE_MISSING("the table is missing", "run the script %s", "42P01 1146 42102 42103 42104"),
    TABLE_DIFFERS("the table lacks a column", "compare it with the script %s", "42703 1054 42122"),
    NO_RIGHT(
            "the database's user lacks a right",
            "grant SELECT, INSERT, UPDATE and DELETE on the table",
            "42501 1044 1142 1143 90096"),
    ELSEWHERE(
            "the connection is to another database than the one that the store was built on",
            "give the store, and the transactions of LOCAL_TRANSACTION tools, the DataSource of one database",
            // PostgreSQL: a reference to another database. H2: a database that is not this one.
            "0A000 90013"),
    READ_ONLY(
            "the database, or the connection, is read-only",
            "point the DataSource at the primary, and let it hand out connections that write",
            "25006 1290 1792 1836 90097"),
    FULL("it is out of space", "free some", "53100 1021 1114"),
    BUSY(
            "the row was locked by another transaction, or that transaction went first",
            "see what holds locks on the table for long; nothing but Retrysafe should",
            "55P03 1020 1205 1213 50200 90131"),
    NO_CONNECTION(
            "the connection failed",
            "see whether the database is up, reachable and fast enough",
            // H2: the database was closed, or the connection to its server broke.
            "90007 90067 90098 90121"),
    OTHER("it would not run the statement", "look at the database's log, and compare the table with the script %s", "");

    private static final String CONFLICTS = "40";

    /** Of the class of rolled-back transactions, and yet none: nobody knows whether it took place. */
    private static final String COMPLETION_UNKNOWN = "40003";

    /** Connections, shut-downs, resources, and commands that somebody cancelled. */
    private static final Set<String> CONNECTIONS = Set.of("08", "57", "53", "70");

    private final String meaning;
    private final String action;
    private final String codes;

    Refusal(String meaning, String action, String codes) {
        this.meaning = meaning;
        this.action = action;
        this.codes = ' ' + codes + ' ';
    }

    static Refusal of(SQLException failure, Dialect dialect) {
        String code = ' ' + dialect.codeOf(failure) + ' ';
        for (Refusal refusal : values()) {
            if (!code.isBlank() && refusal.codes.contains(code)) {
                return refusal;
            }
        }
        String state = Dialect.stateOf(failure);
        if (state.equals(COMPLETION_UNKNOWN)) {
            return NO_CONNECTION;
        }
        if (state.startsWith(CONFLICTS)) {
            return BUSY;
        }
        boolean connection =
                isAboutConnection(failure) || (state.length() > 2 && CONNECTIONS.contains(state.substring(0, 2)));
        return connection ? NO_CONNECTION : OTHER;
    }

    private static boolean isAboutConnection(SQLException failure) {
        return failure instanceof SQLRecoverableException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLNonTransientConnectionException;
    }

    /** Whether it may be over in a moment. */
    boolean passing() {
        return this == BUSY || this == NO_CONNECTION;
    }

    /** Whether the database says that the transaction was undone, even in answer to its commit. */
    boolean undone() {
        return this != NO_CONNECTION && this != OTHER;
    }

    String meaning() {
        return meaning;
    }

    /** What the caller of a command is told that the database refused. */
    EffectStoreException refused(Dialect dialect, String command, SQLException failure) {
        return new EffectStoreException(
                Reason.REFUSED,
                dialect.product() + " refused the command " + command + ": " + meaning + " ("
                        + DriverFailure.describe(failure) + "); nothing took place. To do: "
                        + String.format(action, dialect.script()) + ".",
                DriverFailure.of(failure));
    }
}
