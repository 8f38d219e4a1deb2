package dev.retrysafe.spring;

import dev.retrysafe.engine.EngineBuilder;
import dev.retrysafe.engine.ToolSettings;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Checks the properties, by the text that stands in the configuration, and hands them to the engine's builder. */
final class Settings {

    private static final Pattern NO_UNIT = Pattern.compile("[+-]?\\d+");

    private static final String TOOLS = "tools.";

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private static final Duration LONGEST = Duration.ofDays(36_600);

    private final RetrysafeProperties properties;

    private final Environment environment;

    private final Binder binder;

    Settings(RetrysafeProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
        this.binder = Binder.get(environment);
    }

    void applyTo(EngineBuilder engine) {
        checkMinReplicas();
        engine.namespace(notBlank("namespace", properties.namespace()))
                .actor(actor())
                .ttl(positive("ttl", properties.ttl()))
                .lease(positive("lease", properties.lease()))
                .waitAtMost(notNegative("wait-at-most", properties.waitAtMost()))
                .runAtMost(positive("run-at-most", properties.runAtMost()))
                .maxResultBytes(maxResultBytes());
        properties.tools().forEach((name, tool) -> engine.tool(name, settings(TOOLS + name + ".", tool)));
    }

    private ToolSettings settings(String prefix, RetrysafeProperties.Tool tool) {
        return new ToolSettings(
                tool.ttl() == null ? null : positive(prefix + "ttl", tool.ttl()),
                tool.lease() == null ? null : positive(prefix + "lease", tool.lease()),
                tool.waitAtMost() == null ? null : notNegative(prefix + "wait-at-most", tool.waitAtMost()),
                tool.runAtMost() == null ? null : positive(prefix + "run-at-most", tool.runAtMost()));
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
            throw invalid("max-result-size", "it must not be negative", "Give a size with a unit, for instance 1MB.");
        }
        return properties.maxResultSize().toBytes();
    }

    private void checkMinReplicas() {
        if (properties.redis().minReplicas() != 0) {
            throw invalid(
                    "redis.min-replicas",
                    "waiting for replicas is not yet supported, and a receipt that only seems replicated is worse than"
                            + " none",
                    "Remove it, or set it to 0.");
        }
    }

    private String notBlank(String name, String value) {
        if (value.isBlank()) {
            throw invalid(name, "it must not be blank", "Give it a value, or remove it.");
        }
        return value;
    }

    private Duration positive(String name, Duration value) {
        unitIsGiven(name);
        if (value.compareTo(SHORTEST) < 0) {
            throw invalid(name, "it must be at least a millisecond", "Give a positive duration, for instance 30s.");
        }
        return bounded(name, value);
    }

    private Duration notNegative(String name, Duration value) {
        unitIsGiven(name);
        if (value.isNegative()) {
            throw invalid(name, "it must not be negative", "Give a duration, for instance 10s, or 0s not to wait.");
        }
        return bounded(name, value);
    }

    private Duration bounded(String name, Duration value) {
        if (value.compareTo(LONGEST) > 0) {
            throw invalid(name, "it is longer than " + LONGEST.toDays() + "d", "Give a shorter duration.");
        }
        return value;
    }

    /** A plain number would be milliseconds to Spring, and seconds to whoever wrote it. */
    private void unitIsGiven(String name) {
        String text = text(name);
        if (text != null && NO_UNIT.matcher(text).matches()) {
            throw invalid(
                    name,
                    "the unit is missing",
                    "Write the unit, for instance " + text + "s for seconds or " + text + "m for minutes.");
        }
    }

    private InvalidPropertyException invalid(String name, String problem, String action) {
        String text = text(name);
        return new InvalidPropertyException(
                RetrysafeProperties.PREFIX + "." + name, text == null ? "" : text, problem, action);
    }

    private @Nullable String text(String name) {
        String text = binder.bind(RetrysafeProperties.PREFIX + "." + bracketed(name), String.class)
                .orElse(null);
        return text == null ? null : text.strip();
    }

    /** Tool names may hold what a property's name may not: capitals and underscores. */
    private static String bracketed(String name) {
        int last = name.lastIndexOf('.');
        return name.startsWith(TOOLS)
                ? "tools[" + name.substring(TOOLS.length(), last) + "]" + name.substring(last)
                : name;
    }
}
