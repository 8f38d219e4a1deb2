package dev.retrysafe.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Stands between client and server, knows one script's commands from all others, and lets a fault strike them. */
final class FaultProxy implements AutoCloseable {

    private final int serverPort;

    private final ServerSocket listening;

    /** Which commands a fault strikes. */
    interface Meant {

        /** Asked with the parts of a command. */
        boolean is(List<byte[]> command);

        /** Those that run a script, known by its text or by its digest. */
        static Meant script(String body) {
            String digest = digest(body);
            return command -> {
                String name = text(command.get(0));
                return (name.equalsIgnoreCase("EVALSHA") && text(command.get(1)).equalsIgnoreCase(digest))
                        || (name.equalsIgnoreCase("EVAL")
                                && text(command.get(1)).equals(body));
            };
        }
    }

    /** A fault under way. */
    private record Armed(Fault fault, Meant meant, AtomicInteger struck) {}

    private volatile @Nullable Armed armed;

    private final Queue<byte[]> held = new ConcurrentLinkedQueue<>();

    private final Set<Link> struckLinks = ConcurrentHashMap.newKeySet();

    private final Set<Link> links = ConcurrentHashMap.newKeySet();

    FaultProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        start("accept", () -> {
            while (true) {
                new Link(listening.accept()).start();
            }
        });
    }

    int port() {
        return listening.getLocalPort();
    }

    /** From now on the fault strikes these commands. */
    void arm(Fault fault, Meant meant) {
        armed = new Armed(fault, meant, new AtomicInteger());
    }

    /** The fault is over: what was held arrives and has run when this returns. The links that were struck end. */
    int disarm() throws IOException {
        Armed over = armed;
        armed = null;
        for (byte[] command = held.poll(); command != null; command = held.poll()) {
            aside(command);
        }
        struckLinks.forEach(Link::reset);
        struckLinks.clear();
        return over == null ? 0 : over.struck.get();
    }

    /** Runs a command on a connection of its own; returns when the server has answered it. */
    private void aside(byte[] command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
            socket.getOutputStream().write(command);
            if (socket.getInputStream().read() < 0) {
                throw new EOFException("the server closed the connection");
            }
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String digest(String body) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-1").digest(body.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform has no SHA-1", e);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The connection, or the test, is over.
                    }
                },
                "fault proxy: " + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        links.forEach(Link::reset);
    }

    /** One connection of the client's, and the one to the server that belongs to it. */
    private final class Link {

        private final Socket client;

        private final Socket server = new Socket();

        /** What becomes of the server's next answer. */
        private volatile @Nullable Fault answer;

        private Link(Socket client) throws IOException {
            this.client = client;
            client.setTcpNoDelay(true);
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
            server.setTcpNoDelay(true);
            links.add(this);
        }

        private void start() {
            FaultProxy.start("to the server", this::carryCommands);
            FaultProxy.start("to the client", this::carryAnswers);
        }

        private void carryCommands() throws IOException {
            InputStream in = new BufferedInputStream(client.getInputStream());
            OutputStream out = server.getOutputStream();
            while (true) {
                ByteArrayOutputStream raw = new ByteArrayOutputStream();
                List<byte[]> command = read(in, raw);
                Armed fault = armed;
                if (fault == null || !fault.meant.is(command) || !strike(fault, raw.toByteArray())) {
                    out.write(raw.toByteArray());
                    out.flush();
                }
            }
        }

        /** Returns whether the command must not go on to the server. */
        private boolean strike(Armed now, byte[] raw) throws IOException {
            int before = now.struck.getAndIncrement();
            switch (now.fault) {
                case ANSWER_DROPPED, RESET -> {
                    if (before == 0) {
                        answer = now.fault;
                        struckLinks.add(this);
                    }
                }
                case TWICE -> {
                    if (before == 0) {
                        aside(raw);
                    }
                }
                case FLUSHED -> {
                    if (before == 0) {
                        String unused = Wires.execute(serverPort, "SCRIPT", "FLUSH");
                    }
                }
                case BLACK_HOLE -> {
                    struckLinks.add(this);
                    return true;
                }
                case LATE -> {
                    struckLinks.add(this);
                    held.add(raw);
                    return true;
                }
                case LOADING -> {
                    client.getOutputStream()
                            .write("-LOADING Redis is loading the dataset in memory\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                    return true;
                }
                case BUSY, OUT_OF_MEMORY, READ_ONLY -> {
                    // The server itself is struck.
                }
            }
            return false;
        }

        private void carryAnswers() throws IOException {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (answer == Fault.RESET) {
                    reset();
                    return;
                }
                if (answer == null) {
                    out.write(buffer, 0, n);
                    out.flush();
                }
            }
            reset();
        }

        private void reset() {
            try {
                // Not a decent end: what is under way is thrown away.
                client.setSoLinger(true, 0);
                client.close();
                server.close();
            } catch (IOException e) {
                // It is closed already.
            }
            links.remove(this);
        }

        private List<byte[]> read(InputStream in, OutputStream raw) throws IOException {
            int parts = Integer.parseInt(line(in, raw).substring(1));
            List<byte[]> command = new ArrayList<>(parts);
            for (int i = 0; i < parts; i++) {
                int length = Integer.parseInt(line(in, raw).substring(1));
                byte[] part = in.readNBytes(length + 2);
                if (part.length < length + 2) {
                    throw new EOFException("a command cut short");
                }
                raw.write(part);
                command.add(Arrays.copyOf(part, length));
            }
            return command;
        }

        private String line(InputStream in, OutputStream raw) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new EOFException("the client closed the connection");
                }
                raw.write(c);
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            raw.write('\n');
            return line.toString();
        }
    }
}
