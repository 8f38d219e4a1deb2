package dev.retrysafe.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A wire to a server on this machine. Frozen, it carries nothing and closes nothing; what was frozen stays so. */
final class FreezableWire implements AutoCloseable {

    private final ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private volatile boolean frozen;

    FreezableWire(int target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    void freeze() {
        frozen = true;
        lines.forEach(line -> line.frozen = true);
    }

    /** For new connections. */
    void thaw() {
        frozen = false;
    }

    private void accept() throws IOException {
        while (true) {
            Socket caller = entrance.accept();
            Line line = new Line(caller, new Socket(InetAddress.getLoopbackAddress(), target));
            line.frozen = frozen;
            lines.add(line);
            start(() -> line.carry(line.caller, line.server));
            start(() -> line.carry(line.server, line.caller));
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
            line.close();
        }
    }

    private static final class Line {

        private final Socket caller;
        private final Socket server;
        private volatile boolean frozen;

        Line(Socket caller, Socket server) {
            this.caller = caller;
            this.server = server;
        }

        void carry(Socket from, Socket to) throws IOException {
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] buffer = new byte[8192];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (!frozen) {
                        out.write(buffer, 0, n);
                        out.flush();
                    }
                }
            } finally {
                close();
            }
        }

        void close() throws IOException {
            caller.close();
            server.close();
        }
    }
}
