package dev.retrysafe.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.config.Config;
import redis.embedded.RedisServer;

/** A real server with a client; both end with it. */
final class Server implements AutoCloseable {

    private final int port;
    private final Path directory;
    private final RedisServer process;
    private final RedissonClient client;

    private Server(String... settings) {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            directory = Files.createTempDirectory("retrysafe-redis");
            var builder = RedisServer.newRedisServer()
                    .port(port)
                    .bind("127.0.0.1")
                    .setting("dir " + directory)
                    .setting("save \"\"")
                    .setting("appendonly no");
            for (String setting : settings) {
                builder.setting(setting);
            }
            process = builder.build();
            process.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        client = newClient();
    }

    static Server start(String... settings) {
        return new Server(settings);
    }

    int port() {
        return port;
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
                .setAddress("redis://127.0.0.1:" + port)
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
        return Wires.execute(port, command);
    }

    /** How often the server ran each command, scripts' inner commands included. */
    Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        info(InfoSection.COMMANDSTATS)
                .forEach((name, value) -> calls.put(
                        name.replace("cmdstat_", ""), Long.parseLong(value.replaceAll("^calls=(\\d+),.*$", "$1"))));
        return calls;
    }

    /** The server's process ends at once; its client stays. */
    void stop() {
        try {
            process.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        client.shutdown();
        stop();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
