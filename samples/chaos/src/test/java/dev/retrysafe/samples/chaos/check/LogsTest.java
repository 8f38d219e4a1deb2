package dev.retrysafe.samples.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs whose writers were killed. */
class LogsTest {

    @Test
    void aLineThatWasCutShortCountsForNothing(@TempDir Path directory) throws IOException {
        Path log = directory.resolve("worker-0-0.log");
        Files.writeString(log, """
                R\t50
                B\t100\tc1\t4
                E\t120\tc1\t4\texecute\tE-1\tE-1\tpost_note/tenant-1/approval-1\t12\t-
                V\t125\ttakeover\tkey
                I\t126\tlate_commit\tkey\t1\ttaken out of doubt
                B\t130\tc2\t5
                E\t140\tc2\t5\tin_d""");
        Logs logs = new Logs();
        logs.readWorker(log);
        assertThat(logs.calls())
                .containsExactly(
                        Call.begun("c1", 4, 100)
                                .with(new Call.Told(
                                        120, "execute", "E-1", "E-1", "post_note/tenant-1/approval-1", "12", "-")),
                        Call.begun("c2", 5, 130));
        assertThat(logs.told("execute")).isEqualTo(1);
        assertThat(logs.told("in_doubt")).isZero();
        assertThat(logs.reached("takeover")).isEqualTo(1);
        assertThat(logs.reached("late_commit")).isZero();
    }

    @Test
    void aLogThatWasNeverBegunIsEmpty(@TempDir Path directory) throws IOException {
        Path log = Files.createFile(directory.resolve("worker-0-0.log"));
        Logs logs = new Logs();
        logs.readWorker(log);
        assertThat(logs.calls()).isEmpty();
    }

    @Test
    void theLedgerIsReadLineByLine(@TempDir Path directory) throws IOException {
        Path book = directory.resolve("ledger.log");
        Files.writeString(book, "E\t110\tE-1\tpay_refund/tenant-0/approval-2\t6\tsome-key\n");
        Logs logs = new Logs();
        logs.readLedger(book);
        assertThat(logs.effects()).containsExactly(new Effect(110, "E-1", "pay_refund/tenant-0/approval-2", 6));
    }
}
