package dev.retrysafe.redis;

import dev.retrysafe.CallContext;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.engine.Invocation;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.tool.Lookup;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * A process of its own that calls one tool until it is let in, stays in its method until it is told {@code leave}, and
 * prints what became of it.
 */
final class OwnerProcess {

    /** Long enough for a loaded machine to renew it; short enough to wait for. */
    static final Duration LEASE = Duration.ofSeconds(2);

    private OwnerProcess() {}

    public static void main(String[] args) {
        String name = args[1];
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        config.useSingleServer()
                .setAddress("redis://127.0.0.1:" + args[0])
                .setConnectionMinimumIdleSize(2)
                .setConnectionPoolSize(8)
                .setSubscriptionConnectionMinimumIdleSize(1);
        RedissonClient client = Redisson.create(config);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (SideEffectEngine engine = engine(client)) {
            boolean[] entered = new boolean[1];
            while (!entered[0]) {
                try {
                    Object value = call(engine, new Charge(true), () -> {
                        entered[0] = true;
                        say("entered");
                        if (!"leave".equals(orders.readLine())) {
                            throw new IOException("told nothing");
                        }
                        return name;
                    });
                    say("returned " + value);
                } catch (SideEffectException e) {
                    say((entered[0] ? "threw " : "refused ") + e.code());
                }
            }
        } catch (Exception e) {
            say("failed " + e);
        } finally {
            client.shutdown();
        }
    }

    static SideEffectEngine engine(RedissonClient client) {
        return SideEffectEngine.builder()
                .store(Server.store(client))
                .lease(LEASE)
                .waitAtMost(Duration.ZERO)
                .listener(new Teller())
                .build();
    }

    static @Nullable Object call(SideEffectEngine engine, ToolMethod tool, Callable<?> body) throws Exception {
        return CallContext.builder().tenant("acme").build().call(() -> {
            try {
                return engine.call(Invocation.direct(tool, body, "order-1"));
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable t) {
                throw new UncheckedIOException(new IOException(t));
            }
        });
    }

    private static void say(String what) {
        System.out.println("owner: " + what);
        System.out.flush();
    }

    private static final class Teller implements SideEffectListener {

        @Override
        public CallObserver callStarted(String tool) {
            return call -> {};
        }

        @Override
        public void incident(Incident incident) {
            say("incident " + incident.kind().word());
        }
    }

    /** Its remote side never has anything, and is believed at once where the tool trusts it. */
    static final class Charge extends ToolMethod {

        Charge(boolean trusting) {
            super(definition(trusting), ResultType.of(String.class), String.class);
        }

        private static ToolDefinition definition(boolean trusting) {
            ToolDefinition.Builder tool = ToolDefinition.builder("charge", "Shop", "charge");
            return (trusting ? tool.reconcile("findCharge").trustAbsentAfter(0, 1_000_000) : tool).build();
        }

        @Override
        public void effect(CanonicalWriter w, @Nullable Object[] arguments) {
            w.endObject(w.beginObject());
        }

        @Override
        public void key(KeyWriter k, @Nullable Object[] arguments) {
            k.tenant().context("tenant").separator().text("order", (String) arguments[0]);
        }

        @Override
        public @Nullable String remoteId(Object result) {
            return "charge-of-" + result;
        }

        @Override
        public Lookup lookUp(@Nullable Object target, @Nullable Object[] arguments, DownstreamKey key) {
            return Lookup.absent();
        }
    }
}
