package dev.retrysafe.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * Where the table of records is, once found: every statement names it in full, so that what somebody left set on a pooled
 * connection (a search path, a current schema or database) leads to no other.
 *
 * @param dialect what kind of database it is
 * @param server which server of this kind, as far as it can be told
 * @param database the database; null where the schema is that
 * @param schema the schema
 * @param table the table
 */
record Place(Dialect dialect, String server, @Nullable String database, String schema, String table) {

    /** The full name, for statements. */
    String name() {
        String inSchema = dialect.quoted(schema) + '.' + dialect.quoted(table);
        return database == null ? inSchema : dialect.quoted(database) + '.' + inSchema;
    }

    boolean sameDatabase(Place other) {
        return dialect == other.dialect
                && server.equals(other.server)
                && String.valueOf(database).equals(String.valueOf(other.database));
    }

    /** The database, for people. */
    String whichDatabase() {
        String where = dialect.product() + " at " + server;
        return database == null ? where : "the database " + database + " of " + where;
    }

    /** The table, for people. */
    @Override
    public String toString() {
        return schema + '.' + table;
    }
}
