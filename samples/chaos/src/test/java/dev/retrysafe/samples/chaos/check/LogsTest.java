package dev.retrysafe.samples.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.retrysafe.samples.chaos.plan.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void aCallIsPutTogetherOfItsLines(@TempDir Path directory) throws IOException {
        Path log = directory.resolve("worker-0-0.log");
        Files.writeString(log, """
                B\t100\tworker-0-0.log#1\t4
                C\t110\tworker-0-0.log#1\t2\ttakeover
                S\t115\tworker-0-0.log#1
                I\t126\tlate_commit\tkey\t1\ttaken out of doubt
                G\t900\t500
                """);
        Logs logs = new Logs();
        logs.readWorker(log);
        assertThat(logs.calls())
                .containsExactly(Call.begun("worker-0-0.log#1", 4, 100)
                        .with(new Call.Claimed(110, 2, true))
                        .withSent(115));
        assertThat(logs.trail().alarms()).containsExactly(new Alarm("late_commit", "key", "taken out of doubt"));
        assertThat(logs.trail().troubles()).containsExactly(new Trouble(Fault.Kind.PAUSE, "worker-0-0.log", 400, 900));
    }

    @Test
    void faultsHaveABeginningAndMostAnEnd(@TempDir Path directory) throws IOException {
        Path log = directory.resolve("faults.log");
        Files.writeString(log, """
                F\t100\tPAUSE\tworker-0-0.log\tbegin
                F\t150\tKILL_STORE\tstore\tbegin
                F\t200\tPAUSE\tworker-0-0.log\tend
                """);
        Logs logs = new Logs();
        logs.readFaults(log);
        assertThat(logs.trail().troubles())
                .containsExactly(
                        new Trouble(Fault.Kind.PAUSE, "worker-0-0.log", 100, 200),
                        new Trouble(Fault.Kind.KILL_STORE, "store", 150, Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "E\t120\tc1\t4\tsucceeded\t-\t-\t-\t-\t-",
                "C\t110\tc1\t2\tmaybe",
                "V\t125\tshortcut\tkey",
                "I\t126\tsurprise\tkey\t1\tnothing",
                "X\t127\tkey",
                "S\t127\tc2"
            })
    void aWordThatIsNotKnownIsAnError(String line, @TempDir Path directory) throws IOException {
        Path log = directory.resolve("worker-0-0.log");
        Files.writeString(log, "B\t100\tc1\t4\n" + line + "\n");
        assertThatIllegalArgumentException().isThrownBy(() -> new Logs().readWorker(log));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Q\t120\tname\t0\tFORGOTTEN\tanswered",
                "Q\t120\tname\t0\tAPPLIED\tperhaps",
                "W\t120\tname\t1",
                "L\t120\tname\tmislaid",
                "X\t120\tname"
            })
    void whatTheLedgerMayNotSayIsAnError(String line, @TempDir Path directory) throws IOException {
        Path book = directory.resolve("ledger.log");
        Files.writeString(book, "Q\t110\tname\t0\tAPPLIED\tanswered\n" + line + "\n");
        assertThatIllegalArgumentException().isThrownBy(() -> new Logs().readLedger(book));
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
        Files.writeString(book, """
                Q\t100\tpay_refund/tenant-0/approval-2\t0\tAPPLIED\tanswered
                E\t110\tE-1\tpay_refund/tenant-0/approval-2\t6\tsome-key
                W\t115\tpay_refund/tenant-0/approval-2\t0
                Q\t120\tpay_refund/tenant-0/approval-2\t1\tREFUSED\tdropped
                L\t130\tbook_seat/tenant-0/approval-3\tabsent
                L\t140\tbook_seat/tenant-0/approval-3\tfound
                """);
        Logs logs = new Logs();
        logs.readLedger(book);
        assertThat(logs.effects()).containsExactly(new Effect(110, "E-1", "pay_refund/tenant-0/approval-2", 6));
        assertThat(logs.trail().requests())
                .containsExactly(
                        new Request(100, "pay_refund/tenant-0/approval-2", Request.Fate.APPLIED, false, 115),
                        new Request(120, "pay_refund/tenant-0/approval-2", Request.Fate.REFUSED, true, Request.NEVER));
        assertThat(logs.trail().absences()).containsExactly(new Trail.Absence(130, "book_seat/tenant-0/approval-3"));
    }
}
