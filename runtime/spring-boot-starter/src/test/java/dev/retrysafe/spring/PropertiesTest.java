package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.retrysafe.engine.EngineSettings;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.engine.TenantArgument;
import dev.retrysafe.engine.ToolSettings;
import dev.retrysafe.tool.ToolDefinitionException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import tools.jackson.databind.json.JsonMapper;

/** What operations may write, what it means, and what is refused. */
class PropertiesTest {

    private final ApplicationContextRunner application = Applications.inMemory(new Ledger());

    @Test
    void theDefaults() {
        application.run(context -> {
            EngineSettings settings = context.getBean(SideEffectEngine.class).settings();

            assertThat(settings.namespace()).isEqualTo("default");
            assertThat(settings.actor()).isEqualTo("application");
            assertThat(settings.ttl()).isEqualTo(Duration.ofHours(24));
            assertThat(settings.lease()).isEqualTo(Duration.ofSeconds(30));
            assertThat(settings.waitAtMost()).isEqualTo(Duration.ofSeconds(10));
            assertThat(settings.runAtMost()).isEqualTo(Duration.ofMinutes(15));
            assertThat(settings.maxResultBytes()).isEqualTo(1 << 20);
            assertThat(settings.tools()).isEmpty();
        });
    }

    @Test
    void everythingSet() {
        application
                .withBean(Desk.class)
                .withPropertyValues(
                        "spring.application.name=desk",
                        "retrysafe.namespace=eu",
                        "retrysafe.ttl=7d",
                        "retrysafe.lease=PT1M",
                        "retrysafe.wait-at-most=0s",
                        "retrysafe.runAtMost=1h",
                        "retrysafe.max-result-size=2KB",
                        "retrysafe.tools.create_ticket.ttl=72h",
                        "retrysafe.max-request-age=3d",
                        "retrysafe.tenant-argument=checked",
                        "retrysafe.tools.create_ticket.wait-at-most=0s",
                        "retrysafe.tools.create_ticket.max-request-age=48h",
                        "retrysafe.tools[close_ticket].lease=5s")
                .run(context -> {
                    EngineSettings settings =
                            context.getBean(SideEffectEngine.class).settings();

                    assertThat(settings.namespace()).isEqualTo("eu");
                    assertThat(settings.actor()).isEqualTo("desk");
                    assertThat(settings.ttl()).isEqualTo(Duration.ofDays(7));
                    assertThat(settings.lease()).isEqualTo(Duration.ofMinutes(1));
                    assertThat(settings.waitAtMost()).isZero();
                    assertThat(settings.runAtMost()).isEqualTo(Duration.ofHours(1));
                    assertThat(settings.maxResultBytes()).isEqualTo(2048);
                    assertThat(settings.maxRequestAge()).isEqualTo(Duration.ofDays(3));
                    assertThat(settings.tenantArgument()).isEqualTo(TenantArgument.CHECKED);
                    assertThat(settings.tools())
                            .isEqualTo(Map.of(
                                    "create_ticket",
                                    new ToolSettings(Duration.ofDays(3), null, Duration.ZERO, null, Duration.ofDays(2)),
                                    "close_ticket",
                                    new ToolSettings(null, Duration.ofSeconds(5), null, null)));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"24h", "PT24H", "86400s", "1d", "1440m"})
    void case_46_equalDurationsAreEqual(String ttl) {
        application
                .withPropertyValues("retrysafe.ttl=" + ttl)
                .run(context -> assertThat(context.getBean(SideEffectEngine.class)
                                .settings()
                                .ttl())
                        .isEqualTo(Duration.ofHours(24)));
    }

    @ParameterizedTest
    @CsvSource({
        "retrysafe.ttl, 30, 30s",
        "retrysafe.lease, 30, 30s",
        "retrysafe.wait-at-most, 0, 0s",
        "retrysafe.waitAtMost, 10, 10s",
        "retrysafe.run-at-most, 15, 15m",
        "retrysafe.tools.create_ticket.ttl, 30, 30s",
        "retrysafe.tools[create_ticket].lease, 30, 30s",
        "retrysafe.tools.create_ticket.waitAtMost, 30, 30s",
        "retrysafe.ttl, 0s, positive",
        "retrysafe.ttl, 10ns, positive",
        "retrysafe.lease, -1s, positive",
        "retrysafe.wait-at-most, -1s, 0s",
        "retrysafe.ttl, 400000d, shorter",
        "retrysafe.tools.create_ticket.lease, 0s, positive",
        "retrysafe.namespace, ' ', value",
        "retrysafe.actor, '', value",
        "retrysafe.max-result-size, -1KB, 1MB",
        "retrysafe.redis.min-replicas, -1, 0"
    })
    void case_46_refused(String property, String value, String fix) {
        application
                .withBean(Desk.class)
                .withPropertyValues(property + "=" + value)
                .run(context -> {
                    InvalidPropertyException refusal = refusal(context, InvalidPropertyException.class);
                    String name = property.replace("[", ".").replace("]", "").replace("waitAtMost", "wait-at-most");
                    assertThat(refusal.description())
                            .startsWith("[retrysafe:InvalidProperty] " + name + " is \"" + value.strip() + "\": ");
                    assertThat(refusal.action()).contains(fix);
                });
    }

    @Test
    void aMalformedDuration() {
        application
                .withPropertyValues("retrysafe.ttl=soon")
                .run(context -> assertThat(refusal(context, BindException.class))
                        .hasStackTraceContaining("'soon' is not a valid duration"));
    }

    @Test
    void aPropertyThatDoesNotExist() {
        application
                .withPropertyValues("retrysafe.leese=30s")
                .run(context -> assertThat(refusal(context, UnboundConfigurationPropertiesException.class))
                        .hasMessageContaining("retrysafe.leese"));
    }

    @Test
    void aToolThatDoesNotExist() {
        application
                .withBean(Desk.class)
                .withPropertyValues("retrysafe.tools.create-tickets.ttl=72h")
                .run(context -> {
                    UnknownToolException refusal = refusal(context, UnknownToolException.class);
                    assertThat(refusal.description())
                            .contains("\"create-tickets\"")
                            .contains("did you mean \"create_ticket\"?");
                    assertThat(refusal.action()).contains("close_ticket, create_ticket");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "retrysafe.ttl=9s",
                "retrysafe.wait-at-most=25h",
                "retrysafe.tools.create_ticket.ttl=9s",
                "retrysafe.tools.create_ticket.wait-at-most=100d"
            })
    void receiptsThatExpireUnderTheirWaiters(String property) {
        application
                .withBean(Desk.class)
                .withPropertyValues(property)
                .run(context -> assertThat(refusal(context, ToolDefinitionException.class))
                        .satisfies(refusal -> assertThat(refusal.code()).isEqualTo("TtlShorterThanWait"))
                        .satisfies(refusal -> assertThat(new ToolDefinitionFailureAnalyzer()
                                        .analyze(refusal, refusal)
                                        .getAction())
                                .contains("retrysafe.tools.<tool>.wait-at-most")));
    }

    @Test
    void aVariableThatReachesNoTool() {
        application
                .withBean(Desk.class)
                .withInitializer(variables(Map.of("RETRYSAFE_TOOLS_CREATE_TICKET_TTL", "72h")))
                .run(context -> assertThat(refusal(context, UnknownToolException.class))
                        .hasMessageContaining("RETRYSAFE_TOOLS_CREATE_TICKET_TTL sets nothing")
                        .hasMessageContaining("SPRING_APPLICATION_JSON"));
    }

    @Test
    void variablesThatDo() {
        application
                .withBean(Payments.Bank.class)
                .withInitializer(variables(Map.of(
                        "RETRYSAFE_LEASE",
                        "20s",
                        "RETRYSAFE_TOOLS_PAY_TTL",
                        "2h",
                        "RETRYSAFE_TOOLS_PAY_WAITATMOST",
                        "1s")))
                .run(context -> {
                    EngineSettings settings =
                            context.getBean(SideEffectEngine.class).settings();
                    assertThat(settings.lease()).isEqualTo(Duration.ofSeconds(20));
                    assertThat(settings.tools())
                            .containsEntry(
                                    "pay", new ToolSettings(Duration.ofHours(2), null, Duration.ofSeconds(1), null));
                });
    }

    private static ApplicationContextInitializer<ConfigurableApplicationContext> variables(Map<String, Object> all) {
        return context -> context.getEnvironment()
                .getPropertySources()
                .replace("systemEnvironment", new SystemEnvironmentPropertySource("systemEnvironment", all));
    }

    @Test
    void aToolOfALazyBeanExists() {
        ApplicationContextRunner lazy = application
                .withBean(Desk.class)
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));
        lazy.withPropertyValues("retrysafe.tools.create_ticket.ttl=72h")
                .run(context -> assertThat(context.getBeanFactory().containsSingleton("desk"))
                        .isFalse());
        lazy.withPropertyValues("retrysafe.tools.create_tickets.ttl=72h")
                .run(context ->
                        assertThat(refusal(context, UnknownToolException.class)).hasMessageContaining("create_ticket"));
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Metadata(List<Property> properties) {

        @JsonIgnoreProperties(ignoreUnknown = true)
        record Property(String name, @Nullable String description) {}
    }

    @Test
    void editorsKnowEveryProperty() throws Exception {
        Metadata metadata;
        try (InputStream json = Objects.requireNonNull(
                getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json"))) {
            metadata = JsonMapper.shared().readValue(json, Metadata.class);
        }
        Map<String, String> descriptions = metadata.properties().stream()
                .collect(
                        Collectors.toMap(Metadata.Property::name, p -> p.description() == null ? "" : p.description()));

        assertThat(descriptions)
                .containsOnlyKeys(
                        "retrysafe.store",
                        "retrysafe.namespace",
                        "retrysafe.actor",
                        "retrysafe.ttl",
                        "retrysafe.lease",
                        "retrysafe.wait-at-most",
                        "retrysafe.run-at-most",
                        "retrysafe.max-result-size",
                        "retrysafe.max-request-age",
                        "retrysafe.tenant-argument",
                        "retrysafe.tools",
                        "retrysafe.redis.min-replicas",
                        "retrysafe.redis.durability-check",
                        "retrysafe.jdbc.table",
                        "retrysafe.jdbc.budget",
                        "retrysafe.jdbc.connections-at-most",
                        "retrysafe.jdbc.purge-every",
                        "management.endpoint.sideeffects.access",
                        "management.endpoint.sideeffects.cache.time-to-live");
        assertThat(descriptions.values()).allSatisfy(text -> assertThat(text).isNotBlank());
    }
}
