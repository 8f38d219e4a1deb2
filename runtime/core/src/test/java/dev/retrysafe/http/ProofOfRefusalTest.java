package dev.retrysafe.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What proves that a request had no effect, and what does not. */
class ProofOfRefusalTest {

    @Test
    void refusalsAreTheStatusesOfTheContractAndNoOthers() {
        assertThat(IntStream.range(0, 1_000).filter(Refusals::isRefusal))
                .containsExactly(400, 401, 403, 404, 405, 410, 413, 415, 422, 429);
    }

    /** As Netty's: an exception of its own, which spares itself the stack trace. */
    private static final class Annotated extends ConnectException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Its own cause. */
    private static final class Around extends CompletionException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            return this;
        }
    }

    static Stream<Throwable> neverConnected() {
        return Stream.of(
                new ConnectException("Connection refused"),
                new UnknownHostException("no-such-host"),
                new UnresolvedAddressException(),
                new Annotated(),
                new CompletionException(new ConnectException()),
                new ExecutionException(new CompletionException(new UnknownHostException())));
    }

    @ParameterizedTest
    @MethodSource
    void neverConnected(Throwable failure) {
        assertThat(Refusals.neverConnected(failure)).isTrue();
    }

    static Stream<Throwable> mayHaveSent() {
        ConnectException withoutTrace = new ConnectException();
        withoutTrace.setStackTrace(new StackTraceElement[0]);
        return Stream.of(
                new IOException("closed"),
                new SocketException("Connection reset"),
                new SocketTimeoutException("Read timed out"),
                new NoRouteToHostException(),
                new HttpConnectTimeoutException("connect timed out"),
                new IOException(new ConnectException()),
                new CompletionException("no cause", null),
                circle(new ConnectException(), new IOException()),
                new Around(),
                withoutTrace);
    }

    private static Throwable circle(Throwable one, Throwable other) {
        one.initCause(other);
        other.initCause(one);
        return one;
    }

    @ParameterizedTest
    @MethodSource
    void mayHaveSent(Throwable failure) {
        assertThat(Refusals.neverConnected(failure)).isFalse();
    }

    /** The connection closes without an answer, and the port is closed by then: the JDK's old client connects anew. */
    @Test
    void aConnectionThatIsRefusedToTheSecondTryProvesNothing() throws Exception {
        ServerSocket dying = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread vendor = new Thread(() -> {
            try (Socket socket = dying.accept()) {
                dying.close();
                int unused = socket.getInputStream().read(new byte[4_096]);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        vendor.start();
        Throwable failure = post("http://127.0.0.1:" + dying.getLocalPort() + "/");
        vendor.join();
        assertThat(failure).as("what makes this test one").isInstanceOf(ConnectException.class);
        assertThat(Refusals.neverConnected(failure)).isFalse();
        assertThat(Refusals.neverConnected(post("http://127.0.0.1:" + dying.getLocalPort() + "/")))
                .as("nobody was there from the start")
                .isTrue();
    }

    private static Throwable post(String url) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setRequestMethod("POST");
        return Objects.requireNonNull(catchThrowable(connection::getResponseCode));
    }
}
