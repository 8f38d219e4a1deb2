package dev.retrysafe.redis;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Three masters over which the slots are spread, with a client; all end with it. */
final class Cluster implements AutoCloseable {

    private static final int MASTERS = 3;

    private static final int SLOTS = 16_384;

    /** No node is replaced, or taken for gone, that is only slow. */
    private static final Duration PATIENT = Duration.ofSeconds(15);

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private final List<Server> masters = new ArrayList<>();
    private final List<Server> replicas = new ArrayList<>();
    private final RedissonClient client;

    private final Duration nodeTimeout;

    private Cluster(boolean withReplica, Duration nodeTimeout) {
        this.nodeTimeout = nodeTimeout;
        for (int i = 0; i < MASTERS; i++) {
            masters.add(node());
        }
        for (int i = 0; i < MASTERS; i++) {
            List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
            for (int slot = i; slot < SLOTS; slot += MASTERS) {
                command.add(Integer.toString(slot));
            }
            masters.get(i).execute(command.toArray(String[]::new));
            meet(masters.get(i));
        }
        await().atMost(LONG_ENOUGH).until(() -> masters.stream().allMatch(Server::clusterIsWhole));
        if (withReplica) {
            addReplica();
        }
        client = Redisson.create(config());
    }

    Config config() {
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        config.useClusterServers()
                .addNodeAddress("redis://127.0.0.1:" + masters.get(1).port())
                .setScanInterval(300)
                .setMasterConnectionMinimumIdleSize(1)
                .setSlaveConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1);
        return config;
    }

    /** Masters and replicas. */
    List<Server> nodes() {
        List<Server> nodes = new ArrayList<>(masters);
        nodes.addAll(replicas);
        return nodes;
    }

    private Server node() {
        return Server.start(
                "cluster-enabled yes",
                "cluster-config-file nodes.conf",
                "cluster-node-timeout " + nodeTimeout.toMillis());
    }

    private void meet(Server node) {
        masters.get(0).execute("CLUSTER", "MEET", "127.0.0.1", Integer.toString(node.port()));
    }

    private void addReplica() {
        Server replica = node();
        replicas.add(replica);
        meet(replica);
        String master = masters.get(0).execute("CLUSTER", "MYID");
        await().atMost(LONG_ENOUGH)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> replica.execute("CLUSTER", "REPLICATE", master).equals("+OK"));
        replica.awaitLink();
        // Whom the others do not know yet as a replica, they do not elect.
        await().atMost(LONG_ENOUGH)
                .until(() -> masters.stream()
                        .allMatch(node -> Wires.executeAll(node.port(), "CLUSTER", "REPLICAS", master)
                                .contains(":" + replica.port())));
    }

    static Cluster ofMasters() {
        return new Cluster(false, PATIENT);
    }

    /** With a replica of the first master. */
    static Cluster withReplica() {
        return withReplica(PATIENT);
    }

    /** Likewise, where a node is replaced that was silent for so long. */
    static Cluster withReplica(Duration nodeTimeout) {
        return new Cluster(true, nodeTimeout);
    }

    RedissonClient client() {
        return client;
    }

    List<Server> masters() {
        return masters;
    }

    /** The number of the master that a record belongs to. */
    int masterOf(RecordKeys keys) {
        String slot = masters.get(1).execute("CLUSTER", "KEYSLOT", keys.record());
        return Integer.parseInt(slot.substring(1)) % MASTERS;
    }

    @Override
    public void close() {
        client.shutdown();
        replicas.forEach(Server::close);
        masters.forEach(Server::close);
    }
}
