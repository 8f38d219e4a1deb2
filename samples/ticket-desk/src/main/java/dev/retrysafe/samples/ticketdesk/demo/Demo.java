package dev.retrysafe.samples.ticketdesk.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs the story against real processes. Ends with 0 only if every decision was the expected one and the ledger agrees. */
public final class Demo {

    private Demo() {}

    /**
     * Runs the demo.
     *
     * @param args the directory for logs and the ledger; the server for the records, redis (by default), postgres or h2
     * @throws Exception when a process does not start, or something does not come in time
     */
    public static void main(String[] args) throws Exception {
        if (args.length < 1 || args.length > 2) {
            throw new IllegalArgumentException("usage: Demo <directory for logs and the ledger> [redis|postgres|h2]");
        }
        RecordServer.Kind kind = args.length == 1 ? RecordServer.Kind.REDIS : RecordServer.Kind.of(args[1]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        AtomicBoolean ending = new AtomicBoolean();
        // After Ctrl-C the processes vanish one by one; what the story then sees is nobody's concern.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ending.set(true);
            out.close();
        }));
        try {
            System.exit(run(Path.of(args[0]), kind, out) ? 0 : 1);
        } catch (IOException | TimeoutException | RuntimeException e) {
            if (!ending.get()) {
                throw e;
            }
        }
    }

    static boolean run(Path directory, RecordServer.Kind kind, PrintStream out, String... deskProperties)
            throws IOException, InterruptedException, TimeoutException {
        out.println("Starting " + kind.text() + ", the vendor and three desks; their logs go to " + directory + ".");
        Protocol protocol = new Protocol(out);
        try (Stage stage = new Stage(directory, kind)) {
            // Longer than any lease here, and than a busy machine needs for a call that others wait for.
            String[] patient = with("--retrysafe.wait-at-most=30s", deskProperties);
            Child desk = stage.startDesk("desk-1", patient);
            Child other = stage.startDesk("desk-2", patient);
            Child doomed = stage.startDesk("desk-3", with("--retrysafe.lease=6s", deskProperties));
            new Story(stage, protocol, Desk.ready(desk), Desk.ready(other), Desk.ready(doomed)).tell();
            protocol.chapter("The vendor's ledger, " + stage.ledger() + ", against the calls");
            return protocol.close(stage.effects());
        }
    }

    private static String[] with(String property, String... others) {
        String[] all = Arrays.copyOf(others, others.length + 1);
        all[others.length] = property;
        return all;
    }
}
