package dev.retrysafe.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.test.CommandScene;
import dev.retrysafe.test.FaultMatrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The matrix on Redis: each lane has a server of its own, and a proxy before it. */
class FaultMatrixTest extends FaultMatrix<Fault> {

    private static final Duration BUDGET = Duration.ofSeconds(4);

    FaultMatrixTest() {
        super(Path.of("../../docs/fault-matrix.md"), "## Redis", BUDGET);
    }

    @Override
    protected List<Fault> faults() {
        return List.of(Fault.values());
    }

    @Override
    protected String word(Fault fault) {
        return fault.word();
    }

    /** More where every command waits for its budget, or for a sending's part of it. */
    @Override
    protected int lanes(Fault fault) {
        return switch (fault) {
            case ANSWER_DROPPED, BLACK_HOLE, LATE -> 4;
            case RESET -> 2;
            default -> 1;
        };
    }

    @Override
    protected Lane lane(Fault fault) throws IOException {
        return new RedisLane(fault);
    }

    private static final class RedisLane implements Lane {

        private final Fault fault;

        private final Server server = Server.start("lua-time-limit 10");

        private final FaultProxy proxy = new FaultProxy(server.port());

        private final RedissonClient client;

        private final RedisEffectStore store;

        private final RedisEffectStore direct = Server.store(server.client());

        RedisLane(Fault fault) throws IOException {
            this.fault = fault;
            Config config = server.config();
            config.useSingleServer().setAddress("redis://127.0.0.1:" + proxy.port());
            client = Redisson.create(config);
            store = Server.store(client, BUDGET, 0);
        }

        @Override
        public EffectStore store() {
            return store;
        }

        @Override
        public EffectStore direct() {
            return direct;
        }

        @Override
        public Object kept(OperationId operation) {
            RecordBytes record = RecordBytes.of(server.client(), operation);
            return ByteBuffer.wrap(record.exists() ? record.get() : new byte[0]);
        }

        @Override
        public void prepare(String command) {
            Object unused = CommandScene.of(command, direct).run(store);
        }

        /** Every command is one script, but for the list, which reads its indexes first. */
        private static FaultProxy.Meant meant(String command) {
            return FaultProxy.Meant.script(
                    command.equals("open")
                            ? Question.NAMES.body()
                            : Script.valueOf(command.toUpperCase(Locale.ROOT)).body());
        }

        @Override
        public void begin(String command) {
            proxy.arm(fault, meant(command));
            switch (fault) {
                case OUT_OF_MEMORY -> server.set("maxmemory", "1");
                case READ_ONLY -> {
                    String unused = server.execute("REPLICAOF", "127.0.0.1", "1");
                }
                case BUSY -> {
                    Thread endless = new Thread(() -> {
                        try {
                            String unused = server.execute("EVAL", "while true do end", "0");
                        } catch (IllegalStateException e) {
                            // SCRIPT KILL makes it an error.
                        }
                    });
                    endless.setDaemon(true);
                    endless.start();
                    await().until(this::isBusy);
                }
                default -> {
                    // The proxy does it.
                }
            }
        }

        @Override
        public void end() throws IOException {
            int struck = proxy.disarm();
            assertThat(struck).as("commands that met the fault").isPositive();
            switch (fault) {
                case OUT_OF_MEMORY -> server.set("maxmemory", "0");
                case READ_ONLY -> {
                    String unused = server.execute("REPLICAOF", "NO", "ONE");
                }
                case BUSY -> {
                    String unused = server.execute("SCRIPT", "KILL");
                    await().until(() -> !isBusy());
                }
                default -> {
                    // The proxy did it.
                }
            }
        }

        private boolean isBusy() {
            try {
                return !server.execute("PING").contains("PONG");
            } catch (IllegalStateException e) {
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            client.shutdown();
            proxy.close();
            server.close();
        }
    }
}
