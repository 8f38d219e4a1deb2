package dev.retrysafe.spring;

import dev.retrysafe.engine.EngineBuilder;
import dev.retrysafe.engine.ToolSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Checks the properties, by the text that stands in the configuration, and hands them to the engine's builder. */
final class Settings {

    private static final ToolTexts NOTHING = new ToolTexts(null, null, null, null, null);

    private final RetrysafeProperties properties;

    private final Environment environment;

    private final Binder binder;

    /** Bound by Spring's rules for maps, since tool names hold what a property's name may not. */
    private final Map<String, ToolTexts> toolTexts;

    Settings(RetrysafeProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
        this.binder = Binder.get(environment);
        this.toolTexts = binder.bind(
                        RetrysafeProperties.PREFIX + ".tools", Bindable.mapOf(String.class, ToolTexts.class))
                .orElse(Map.of());
    }

    record ToolTexts(
            @Nullable String ttl,
            @Nullable String lease,
            @Nullable String waitAtMost,
            @Nullable String runAtMost,
            @Nullable String maxRequestAge) {}

    void applyTo(EngineBuilder engine) {
        ToolVariables.check(environment, properties.tools().keySet());
        checkMinReplicas();
        engine.namespace(notBlank("namespace", properties.namespace()))
                .actor(actor())
                .ttl(written("ttl").positive(properties.ttl()))
                .lease(written("lease").positive(properties.lease()))
                .waitAtMost(written("wait-at-most").notNegative(properties.waitAtMost()))
                .runAtMost(written("run-at-most").positive(properties.runAtMost()))
                .maxResultBytes(maxResultBytes())
                .tenantArgument(properties.tenantArgument());
        if (properties.maxRequestAge() != null) {
            engine.maxRequestAge(written("max-request-age").positive(properties.maxRequestAge()));
        }
        properties.tools().forEach((name, tool) -> engine.tool(name, settings(name, tool)));
    }

    private ToolSettings settings(String name, RetrysafeProperties.Tool tool) {
        String prefix = RetrysafeProperties.PREFIX + ".tools." + name + ".";
        ToolTexts texts = toolTexts.getOrDefault(name, NOTHING);
        return new ToolSettings(
                tool.ttl() == null ? null : new WrittenValue(prefix + "ttl", texts.ttl()).positive(tool.ttl()),
                tool.lease() == null ? null : new WrittenValue(prefix + "lease", texts.lease()).positive(tool.lease()),
                tool.waitAtMost() == null
                        ? null
                        : new WrittenValue(prefix + "wait-at-most", texts.waitAtMost()).notNegative(tool.waitAtMost()),
                tool.runAtMost() == null
                        ? null
                        : new WrittenValue(prefix + "run-at-most", texts.runAtMost()).positive(tool.runAtMost()),
                tool.maxRequestAge() == null
                        ? null
                        : new WrittenValue(prefix + "max-request-age", texts.maxRequestAge())
                                .positive(tool.maxRequestAge()));
    }

    private String actor() {
        if (properties.actor() != null) {
            return notBlank("actor", properties.actor());
        }
        String application = environment.getProperty("spring.application.name", "");
        return application.isBlank() ? "application" : application;
    }

    private long maxResultBytes() {
        if (properties.maxResultSize().isNegative()) {
            throw written("max-result-size")
                    .refused("it must not be negative", "Give a size with a unit, for instance 1MB.");
        }
        return properties.maxResultSize().toBytes();
    }

    private void checkMinReplicas() {
        if (properties.redis().minReplicas() < 0) {
            throw written("redis.min-replicas")
                    .refused("it must not be negative", "Give the number of replicas that must have a claim, or 0.");
        }
    }

    private String notBlank(String name, String value) {
        if (value.isBlank()) {
            throw written(name).refused("it must not be blank", "Give it a value, or remove it.");
        }
        return value;
    }

    WrittenValue written(String name) {
        String property = RetrysafeProperties.PREFIX + "." + name;
        return new WrittenValue(property, binder.bind(property, String.class).orElse(null));
    }
}
