package dev.retrysafe.samples.chaos.store;

import dev.retrysafe.samples.chaos.check.StoredRecord;
import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.process.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A single Redis server with an append-only file that is forced to disk at every write. */
public final class RedisStore implements StoreServer {

    private final RedisNode node;

    /**
     * Starts the server.
     *
     * @param stage where
     * @throws IOException when it does not start
     */
    public RedisStore(Stage stage) throws IOException {
        node = new RedisNode(stage, "redis");
    }

    @Override
    public String address() {
        return "redis://127.0.0.1:" + node.port();
    }

    @Override
    public List<Fault.Kind> faults() {
        return List.of(Fault.Kind.STALL_STORE, Fault.Kind.KILL_STORE, Fault.Kind.FLUSH_SCRIPTS);
    }

    @Override
    public void begin(Fault.Kind kind) throws IOException {
        switch (kind) {
            case STALL_STORE -> node.process().pause();
            case KILL_STORE -> node.process().kill();
            case FLUSH_SCRIPTS -> {
                String unused = node.execute("SCRIPT", "FLUSH");
            }
            default -> throw new IllegalArgumentException("not of one server: " + kind);
        }
    }

    @Override
    public void end(Fault.Kind kind) throws IOException {
        if (kind == Fault.Kind.STALL_STORE) {
            node.process().resume();
        } else if (kind == Fault.Kind.KILL_STORE) {
            node.start();
        }
    }

    @Override
    public void touch() throws IOException {
        node.touch();
    }

    @Override
    public Map<String, StoredRecord> records() throws IOException {
        return node.records();
    }

    @Override
    public void close() throws IOException {
        node.process().kill();
    }
}
