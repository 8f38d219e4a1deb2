package dev.retrysafe.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A cable to a server of this machine. Cut, it swallows what is sent, and neither end notices; nobody
 * new gets through. */
final class Link implements AutoCloseable {

    private final int target;
    private final ServerSocket door;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile boolean cut;
    private volatile Duration delay = Duration.ZERO;

    private Link(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    static Link to(int target) {
        try {
            return new Link(target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return door.getLocalPort();
    }

    void cut() {
        cut = true;
    }

    /** Whoever was connected has to connect anew: what was swallowed is missing in the middle. */
    void mend() {
        hangUp();
        cut = false;
        delay = Duration.ZERO;
    }

    /** A long cable: what is sent arrives later. */
    void delay(Duration by) {
        delay = by;
    }

    private static void thread(Runnable body) {
        Thread thread = new Thread(body, "link");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket near = door.accept();
                if (cut) {
                    near.close();
                    continue;
                }
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                open.addAll(List.of(near, far));
                thread(() -> pass(near, far));
                thread(() -> pass(far, near));
            } catch (IOException e) {
                // Closed, or nobody is there: the near end finds out by itself.
            }
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                Patience.pause(delay);
                if (!cut) {
                    out.write(buffer, 0, n);
                }
            }
        } catch (IOException e) {
            // One end hung up; so does the other.
        }
    }

    private void hangUp() {
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        open.clear();
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        hangUp();
    }
}
