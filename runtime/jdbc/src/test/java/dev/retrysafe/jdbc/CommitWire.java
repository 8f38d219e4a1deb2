package dev.retrysafe.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A wire to a database that knows when a COMMIT, or another query, goes by, and lets one fault strike the first. */
final class CommitWire implements AutoCloseable {

    private final ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    private final int target;

    private volatile String victim = "";

    private final List<Line> lines = new CopyOnWriteArrayList<>();

    private final AtomicReference<@Nullable CommitFault> armed = new AtomicReference<>();

    private volatile @Nullable Line struck;

    /**
     * A wire.
     *
     * @param target the port of the database
     */
    CommitWire(int target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    /**
     * From now on a fault strikes.
     *
     * @param text what the bytes of the query contain that it strikes, and those of no other
     */
    void arm(CommitFault fault, String text) {
        struck = null;
        victim = text;
        armed.set(fault);
    }

    /** The fault is over: what was held has taken place when this returns, and its line has ended. */
    void disarm() throws IOException {
        Line line = struck;
        if (line == null) {
            throw new IllegalStateException("nothing met the fault");
        }
        line.deliver();
        line.reset();
    }

    private void accept() throws IOException {
        while (true) {
            Line line = new Line(entrance.accept(), new Socket(InetAddress.getLoopbackAddress(), target));
            lines.add(line);
            start(line::carryQueries);
            start(line::carryAnswers);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // An end was closed, and so is the work.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        for (Line line : lines) {
            line.reset();
        }
    }

    private final class Line {

        private final Socket caller;

        private final Socket server;

        private volatile @Nullable CommitFault fault;

        private volatile byte @Nullable [] held;

        private boolean answered;

        Line(Socket caller, Socket server) {
            this.caller = caller;
            this.server = server;
        }

        void carryQueries() throws IOException {
            InputStream in = caller.getInputStream();
            OutputStream out = server.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                boolean meets = new String(buffer, 0, n, StandardCharsets.ISO_8859_1).contains(victim);
                CommitFault now = meets ? armed.getAndSet(null) : null;
                if (now != null) {
                    fault = now;
                }
                if (fault == CommitFault.RESET_BEFORE) {
                    struck = this;
                    reset();
                    return;
                }
                if (fault == CommitFault.BLACK_HOLE || fault == CommitFault.LATE) {
                    held = now == null ? held : Arrays.copyOf(buffer, n);
                    struck = this;
                    continue;
                }
                if (now != null) {
                    struck = this;
                }
                out.write(buffer, 0, n);
                out.flush();
            }
            if (held == null) {
                reset();
            }
            // Else the server does not hear of its caller's end before it hears of what is held.
        }

        void carryAnswers() throws IOException {
            InputStream in = server.getInputStream();
            OutputStream out = caller.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (fault == CommitFault.RESET) {
                    reset();
                    return;
                }
                if (fault == null) {
                    out.write(buffer, 0, n);
                    out.flush();
                } else {
                    synchronized (this) {
                        answered = true;
                        notifyAll();
                    }
                }
            }
            reset();
        }

        private synchronized void deliver() throws IOException {
            byte[] late = held;
            if (fault != CommitFault.LATE || late == null) {
                return;
            }
            server.getOutputStream().write(late);
            server.getOutputStream().flush();
            try {
                while (!answered) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void reset() {
            try {
                // Not a decent end: what is under way is thrown away.
                caller.setSoLinger(true, 0);
                caller.close();
            } catch (IOException e) {
                // The caller has closed it.
            }
            try {
                server.close();
            } catch (IOException e) {
                // It is closed as well as it can be.
            }
        }
    }
}
