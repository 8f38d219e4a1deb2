package dev.retrysafe.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The server's plain protocol, for commands that set a scene. */
final class Wires {

    private Wires() {}

    /** The first line of the answer, of a longer text its first; an error is thrown. */
    static String execute(int port, String... command) {
        return ask(port, false, command);
    }

    /** The whole answer as it came, as far as it comes at once. */
    static String executeAll(int port, String... command) {
        return ask(port, true, command);
    }

    private static String ask(int port, boolean all, String... command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            StringBuilder request = new StringBuilder("*" + command.length + "\r\n");
            for (String part : command) {
                request.append('$')
                        .append(part.length())
                        .append("\r\n")
                        .append(part)
                        .append("\r\n");
            }
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String answer = in.readLine();
            if (all && answer != null) {
                StringBuilder whole = new StringBuilder(answer);
                while (in.ready()) {
                    whole.append('\n').append(in.readLine());
                }
                return whole.toString();
            }
            if (answer != null && answer.startsWith("$")) {
                answer = in.readLine();
            }
            if (answer == null || answer.startsWith("-")) {
                throw new IllegalStateException(command[0] + ": " + answer);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
