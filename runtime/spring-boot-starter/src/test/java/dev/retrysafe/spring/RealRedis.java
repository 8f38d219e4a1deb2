package dev.retrysafe.spring;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.config.Config;
import redis.embedded.RedisServer;

/** A real server on a free port, as an application's administrator may have configured it. */
final class RealRedis implements AutoCloseable {

    /** Somebody else may get a port between its choice and the server's start. */
    private static final int PORTS_TRIED = 3;

    private final RedisServer server;

    RealRedis(Path directory, String... settings) throws IOException {
        server = started(directory, settings, PORTS_TRIED);
    }

    private static RedisServer started(Path directory, String[] settings, int ports) throws IOException {
        var builder =
                RedisServer.newRedisServer().port(freePort()).bind("127.0.0.1").setting("dir " + directory);
        for (String setting : settings) {
            builder.setting(setting);
        }
        RedisServer server = builder.build();
        try {
            server.start();
            return server;
        } catch (IOException e) {
            if (ports == 1) {
                throw e;
            }
            return started(directory, settings, ports - 1);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    /** A new client; the application that it is a bean of ends it. */
    RedissonClient client() {
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        config.useSingleServer()
                .setAddress("redis://127.0.0.1:" + server.ports().get(0))
                .setConnectionMinimumIdleSize(2)
                .setSubscriptionConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    void set(String parameter, String value) {
        RedissonClient client = client();
        try {
            client.getRedisNodes(RedisNodes.SINGLE).getInstance().setConfig(parameter, value);
        } finally {
            client.shutdown();
        }
    }

    @Override
    public void close() throws IOException {
        server.stop();
    }
}
