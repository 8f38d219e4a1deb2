package dev.retrysafe.samples.chaos.store;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Talks to a Redis server without a client that would hide its failures. */
final class Resp implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 5_000;

    private final Socket socket = new Socket();

    private final InputStream in;

    private final OutputStream out;

    Resp(int port) throws IOException {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** One command on a connection of its own, answered with text. */
    static String once(int port, String... command) throws IOException {
        try (Resp resp = new Resp(port)) {
            return text(resp.execute(command));
        }
    }

    static boolean answersPing(int port) {
        try {
            return once(port, "PING").equals("PONG");
        } catch (IOException e) {
            return false;
        }
    }

    static String text(@Nullable Object answer) {
        return answer instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(answer);
    }

    /**
     * Executes.
     *
     * @return a String, Long, byte[], List of such, or null
     * @throws IOException also for an error that the server answers
     */
    @Nullable
    Object execute(String... command) throws IOException {
        StringBuilder sent = new StringBuilder("*" + command.length + "\r\n");
        for (String part : command) {
            sent.append('$').append(part.length()).append("\r\n").append(part).append("\r\n");
        }
        out.write(sent.toString().getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return read();
    }

    private @Nullable Object read() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> throw new IOException("the server answered " + rest);
            case ':' -> Long.parseLong(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest));
            default -> throw new IOException("the server answered what is no RESP: " + line);
        };
    }

    private List<@Nullable Object> list(int size) throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(read());
        }
        return list;
    }

    private byte @Nullable [] bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        String end = line();
        if (bytes.length < length || !end.isEmpty()) {
            throw new EOFException("an answer cut short");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            line.append((char) c);
        }
        int unused = in.read();
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
