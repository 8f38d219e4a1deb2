package dev.retrysafe.redis;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.config.Config;

/** A real server with a client; both end with it. */
final class Server implements AutoCloseable {

    /** What a command has that must be answered, however slow the machine is. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RedisProcess process;
    private final RedissonClient client;

    private Server(String... settings) {
        process = RedisProcess.server(settings);
        client = newClient();
    }

    static Server start(String... settings) {
        return new Server(settings);
    }

    /** A store whose commands must be answered. Where a server is away on purpose, a test gives its store less. */
    static RedisEffectStore store(RedissonClient client) {
        return store(client, PATIENCE, 0);
    }

    static RedisEffectStore store(RedissonClient client, Duration budget, int minReplicas) {
        return RedisEffectStore.builder(client)
                .commandBudget(budget)
                .minReplicas(minReplicas)
                .build();
    }

    /** A check whose questions must be answered. */
    static RedisDurabilityCheck check(RedissonClient client) {
        return new RedisDurabilityCheck(client, Duration.ofSeconds(30));
    }

    int port() {
        return process.port();
    }

    boolean clusterIsWhole() {
        return execute("CLUSTER", "INFO").contains("cluster_state:ok");
    }

    RedissonClient client() {
        return client;
    }

    RedissonClient newClient() {
        return Redisson.create(config());
    }

    Config config() {
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        config.useSingleServer()
                .setAddress("redis://127.0.0.1:" + port())
                // Enough open ones that a stalled server still has commands written to it.
                .setConnectionMinimumIdleSize(8)
                .setConnectionPoolSize(32)
                .setSubscriptionConnectionMinimumIdleSize(1);
        return config;
    }

    Map<String, String> info(InfoSection section) {
        return client.getRedisNodes(RedisNodes.SINGLE).getInstance().info(section);
    }

    void set(String parameter, String value) {
        client.getRedisNodes(RedisNodes.SINGLE).getInstance().setConfig(parameter, value);
    }

    /** Sends a command past the client, which knows not all of them. */
    String execute(String... command) {
        return Wires.execute(port(), command);
    }

    /** How often the server ran each command, scripts' inner commands included. */
    Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        info(InfoSection.COMMANDSTATS)
                .forEach((name, value) -> calls.put(
                        name.replace("cmdstat_", ""), Long.parseLong(value.replaceAll("^calls=(\\d+),.*$", "$1"))));
        return calls;
    }

    /** Makes it a replica of another server, and waits until it has what that has. */
    void replicate(int masterPort) {
        execute("REPLICAOF", "127.0.0.1", Integer.toString(masterPort));
        awaitLink();
    }

    void awaitLink() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> "up".equals(info(InfoSection.REPLICATION).get("master_link_status")));
    }

    /** It holds still, and what is sent to it waits until it goes on. */
    void pause() {
        process.signal("STOP");
    }

    void goOn() {
        process.signal("CONT");
    }

    /** The server's process ends at once; its client stays. */
    void stop() {
        process.kill();
    }

    void restart() {
        process.restart();
    }

    @Override
    public void close() {
        client.shutdown();
        process.close();
    }
}
