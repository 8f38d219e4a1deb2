/**
 * The store on a relational database, through plain JDBC: PostgreSQL, MariaDB, MySQL and H2.
 * {@link dev.retrysafe.jdbc.JdbcEffectStore} is the store; the scripts that create its table are resources beside it.
 */
@NullMarked
package dev.retrysafe.jdbc;

import org.jspecify.annotations.NullMarked;
