-- The table of Retrysafe on MariaDB and MySQL. docs/jdbc.md says what its columns hold. Times are milliseconds since 1970 (UTC),
-- texts printable ASCII: no time zone, character set or collation has a say in them.
CREATE TABLE retrysafe_record (
    id               BINARY(32) NOT NULL,
    format           SMALLINT NOT NULL,
    state            VARCHAR(16) NOT NULL,
    fence            BIGINT NOT NULL,
    clean_fence      BIGINT NOT NULL,
    token            VARCHAR(36) NOT NULL,
    fingerprint      VARCHAR(71) NOT NULL,
    definition_hash  VARCHAR(64) NOT NULL,
    mutation         VARCHAR(20) NOT NULL,
    namespace        LONGTEXT NOT NULL,
    tenant           LONGTEXT NOT NULL,
    tool             LONGTEXT NOT NULL,
    operation_key    LONGTEXT NOT NULL,
    owner            LONGTEXT NOT NULL,
    first_attempt_at BIGINT NOT NULL,
    lease_end        BIGINT NOT NULL,
    in_doubt_since   BIGINT NOT NULL,
    failure          LONGTEXT NOT NULL,
    committed_at     BIGINT,
    expires_at       BIGINT,
    committed_late   SMALLINT NOT NULL,
    lost             SMALLINT NOT NULL,
    failed           SMALLINT NOT NULL,
    remote_system    LONGTEXT,
    remote_id        LONGTEXT,
    remote_url       LONGTEXT,
    result_kind      SMALLINT NOT NULL,
    result           LONGBLOB NOT NULL,
    freed_tokens     LONGTEXT NOT NULL,
    evidence         LONGTEXT NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

-- Finds expired records, and the open ones (which never expire) by age.
CREATE INDEX retrysafe_record_expiry ON retrysafe_record (expires_at, first_attempt_at);
