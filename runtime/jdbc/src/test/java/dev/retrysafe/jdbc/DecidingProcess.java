package dev.retrysafe.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.operations.PersonDecision;
import dev.retrysafe.operations.SeenRecord;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.Resolution.Verdict;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process in which a person decides: says "ready", waits for a line, decides, and says what the record answered. */
final class DecidingProcess {

    private DecidingProcess() {}

    /** Arguments: address of the database, record, fence, decision, verdict. */
    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername("postgres");
        config.setPassword("");
        config.setMaximumPoolSize(2);
        try (HikariDataSource pool = new HikariDataSource(config);
                JdbcEffectStore store = JdbcEffectStore.builder(pool)
                        .budget(Duration.ofSeconds(60))
                        .build();
                SideEffectEngine engine = TicketEngine.on(store)) {
            SeenRecord seen = new SeenRecord(new RecordId(arguments[1]), Long.parseLong(arguments[2]));
            PersonDecision decision = new PersonDecision(
                    arguments[3], Verdict.valueOf(arguments[4]), null, null, "ann", "looked into Linear");
            System.out.println("ready");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            String unused = in.readLine();
            System.out.println("answer "
                    + engine.operations().resolve(seen, decision).answer().word());
        }
    }
}
