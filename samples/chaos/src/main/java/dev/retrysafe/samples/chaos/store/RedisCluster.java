package dev.retrysafe.samples.chaos.store;

import dev.retrysafe.samples.chaos.check.StoredRecord;
import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.process.Stage;
import dev.retrysafe.samples.chaos.process.Until;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A Redis Cluster of three masters and a replica of each. */
public final class RedisCluster implements StoreServer {

    private static final int MASTERS = 3;

    private static final int SLOTS = 16_384;

    private static final int FORM_SECONDS = 60;

    private final List<RedisNode> nodes = new ArrayList<>();

    private int next;

    private int struck;

    /**
     * Starts the cluster.
     *
     * @param stage where
     * @throws IOException when it does not form
     */
    public RedisCluster(Stage stage) throws IOException {
        for (int i = 0; i < 2 * MASTERS; i++) {
            nodes.add(new RedisNode(
                    stage,
                    "node-" + i,
                    "--cluster-enabled",
                    "yes",
                    "--cluster-config-file",
                    "nodes.conf",
                    "--cluster-node-timeout",
                    "1000",
                    "--cluster-require-full-coverage",
                    "no"));
        }
        for (int i = 0; i < MASTERS; i++) {
            List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
            for (int slot = i; slot < SLOTS; slot += MASTERS) {
                command.add(Integer.toString(slot));
            }
            run(i, command.toArray(String[]::new));
        }
        for (int i = 1; i < nodes.size(); i++) {
            run(0, "CLUSTER", "MEET", "127.0.0.1", Integer.toString(nodes.get(i).port()));
        }
        awaitWhole();
        for (int i = 0; i < MASTERS; i++) {
            replicate(MASTERS + i, nodes.get(i).execute("CLUSTER", "MYID"));
        }
        awaitReplicas();
    }

    private void run(int node, String... command) throws IOException {
        String unused = nodes.get(node).execute(command);
    }

    /** A node must have heard of its master first. */
    private void replicate(int node, String master) throws IOException {
        Until.holds("a replica knows its master", FORM_SECONDS, () -> {
            try {
                run(node, "CLUSTER", "REPLICATE", master);
                return true;
            } catch (IOException e) {
                return false;
            }
        });
    }

    private void awaitWhole() throws IOException {
        for (RedisNode node : nodes) {
            Until.holds(
                    "the cluster is whole",
                    FORM_SECONDS,
                    () -> node.execute("CLUSTER", "INFO").contains("cluster_state:ok")
                            && node.execute("CLUSTER", "INFO").contains("cluster_slots_ok:" + SLOTS)
                            && node.execute("CLUSTER", "INFO").contains("cluster_known_nodes:" + nodes.size()));
        }
    }

    private void awaitReplicas() throws IOException {
        for (RedisNode node : nodes) {
            Until.holds("all replicas are in step", FORM_SECONDS, () -> {
                String info = node.execute("INFO", "replication");
                return info.contains("role:master") ? info.contains("state=online") : info.contains("link_status:up");
            });
        }
    }

    @Override
    public String address() {
        return nodes.stream()
                .map(node -> "redis://127.0.0.1:" + node.port())
                .collect(Collectors.joining(",", "cluster:", ""));
    }

    @Override
    public List<Fault.Kind> faults() {
        return List.of(Fault.Kind.FAIL_OVER, Fault.Kind.STALL_STORE, Fault.Kind.FLUSH_SCRIPTS);
    }

    @Override
    public void begin(Fault.Kind kind) throws IOException {
        switch (kind) {
            case FAIL_OVER -> {
                struck = nextMaster();
                nodes.get(struck).process().kill();
                Until.holds("a replica has taken its master's place", FORM_SECONDS, () -> masters() == MASTERS);
            }
            case STALL_STORE -> {
                struck = nextMaster();
                nodes.get(struck).process().pause();
            }
            case FLUSH_SCRIPTS -> {
                for (int i = 0; i < nodes.size(); i++) {
                    run(i, "SCRIPT", "FLUSH");
                }
            }
            default -> throw new IllegalArgumentException("not of a cluster: " + kind);
        }
    }

    @Override
    public void end(Fault.Kind kind) throws IOException {
        if (kind == Fault.Kind.FAIL_OVER) {
            nodes.get(struck).start();
        } else if (kind == Fault.Kind.STALL_STORE) {
            nodes.get(struck).process().resume();
        }
        if (kind != Fault.Kind.FLUSH_SCRIPTS) {
            // The next fault must find a replica in step.
            awaitWhole();
            awaitReplicas();
        }
    }

    private int nextMaster() throws IOException {
        do {
            next = (next + 1) % nodes.size();
        } while (!isMaster(nodes.get(next)));
        return next;
    }

    private int masters() {
        int masters = 0;
        for (RedisNode node : nodes) {
            try {
                if (node.process().isAlive() && isMaster(node)) {
                    masters++;
                }
            } catch (IOException e) {
                // It was killed, and the system has not seen to it yet.
            }
        }
        return masters;
    }

    private static boolean isMaster(RedisNode node) throws IOException {
        return node.execute("INFO", "replication").contains("role:master");
    }

    @Override
    public void touch() throws IOException {
        for (RedisNode node : nodes) {
            node.touch();
        }
    }

    @Override
    public Map<String, StoredRecord> records() throws IOException {
        Map<String, StoredRecord> records = new HashMap<>();
        for (RedisNode node : nodes) {
            if (isMaster(node)) {
                records.putAll(node.records());
            }
        }
        return records;
    }

    @Override
    public void close() throws IOException {
        for (RedisNode node : nodes) {
            node.process().kill();
        }
    }
}
