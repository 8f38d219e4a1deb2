-- The table of Retrysafe on PostgreSQL. docs/jdbc.md says what its columns hold. Times are milliseconds since 1970 (UTC),
-- texts printable ASCII: no time zone, character set or collation has a say in them.
CREATE TABLE retrysafe_record (
    id               BYTEA NOT NULL,
    format           SMALLINT NOT NULL,
    state            VARCHAR(16) NOT NULL,
    fence            BIGINT NOT NULL,
    clean_fence      BIGINT NOT NULL,
    token            VARCHAR(36) NOT NULL,
    fingerprint      VARCHAR(71) NOT NULL,
    definition_hash  VARCHAR(64) NOT NULL,
    mutation         VARCHAR(20) NOT NULL,
    namespace        TEXT NOT NULL,
    tenant           TEXT NOT NULL,
    tool             TEXT NOT NULL,
    operation_key    TEXT NOT NULL,
    owner            TEXT NOT NULL,
    first_attempt_at BIGINT NOT NULL,
    lease_end        BIGINT NOT NULL,
    in_doubt_since   BIGINT NOT NULL,
    failure          TEXT NOT NULL,
    committed_at     BIGINT,
    expires_at       BIGINT,
    committed_late   SMALLINT NOT NULL,
    lost             SMALLINT NOT NULL,
    failed           SMALLINT NOT NULL,
    remote_system    TEXT,
    remote_id        TEXT,
    remote_url       TEXT,
    result_kind      SMALLINT NOT NULL,
    result           BYTEA NOT NULL,
    freed_tokens     TEXT NOT NULL,
    evidence         TEXT NOT NULL,
    PRIMARY KEY (id)
);

-- Finds expired records, and the open ones (which never expire) by age.
CREATE INDEX retrysafe_record_expiry ON retrysafe_record (expires_at, first_attempt_at);
