package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static dev.retrysafe.spring.Applications.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.tool.ToolDefinitionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.PriorityOrdered;

/** An application whose tools would run unprotected does not start. */
class StartupRefusalTest {

    private final Ledger ledger = new Ledger();

    private final ApplicationContextRunner application = Applications.inMemory(ledger);

    @Test
    void case_55_aFinalMethod() {
        refuses(application.withBean(Payments.FinalBank.class), Payments.FinalBank.class.getName() + ".pay is final");
    }

    @Test
    void case_55_aPackagePrivateMethodThatTheProxysClassLoaderHides() {
        refuses(
                application.withBean(Desk.class).withClassLoader(new FilteredClassLoader("nothing")),
                "closeTicket is package-private");
    }

    @Test
    void case_55_aFinalClass() {
        refuses(application.withBean(Payments.RecordBank.class), Payments.RecordBank.class.getName() + " is final");
    }

    @Test
    void case_55_aFinalClassOfALazyBean() {
        refuses(
                defining(application, Payments.RecordBank.class, bean -> bean.setLazyInit(true)),
                Payments.RecordBank.class.getName() + " is final");
    }

    @Test
    void case_55_aFinalClassOfAPrototype() {
        refuses(
                defining(
                        application,
                        Payments.RecordBank.class,
                        bean -> bean.setScope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)),
                Payments.RecordBank.class.getName() + " is final");
    }

    @Test
    void case_55_aPrivateMethod(@TempDir Path directory) throws Exception {
        refuses(
                application.withBean(unprocessed(directory, "private String send(String id) { return id; }")),
                "is private");
    }

    @Test
    void case_55_aStaticMethod(@TempDir Path directory) throws Exception {
        refuses(
                application.withBean(unprocessed(directory, "static String send(String id) { return id; }")),
                "is static");
    }

    @Test
    void aClassWithoutGeneratedCode(@TempDir Path directory) throws Exception {
        Class<?> type = unprocessed(directory, "public String send(String id) { return id; }");
        String pom = Files.readString(Path.of("..", "..", "pom.xml"));
        String version = pom.substring(pom.indexOf("<version>") + "<version>".length(), pom.indexOf("</version>"));
        for (boolean lazy : new boolean[] {false, true}) {
            defining(application, type, bean -> bean.setLazyInit(lazy)).run(context -> {
                ToolDefinitionException refusal = refusal(context, ToolDefinitionException.class);
                assertThat(refusal.code()).isEqualTo("NoGeneratedCode");
                assertThat(refusal)
                        .hasMessageContaining(type.getName())
                        .hasMessageContaining("<annotationProcessorPaths>")
                        .hasMessageContaining("<version>" + version + "</version>")
                        .hasMessageContaining(
                                "annotationProcessor(\"dev.retrysafe:retrysafe-processor:" + version + "\")")
                        .hasMessageContaining("kapt(\"dev.retrysafe:retrysafe-processor:" + version + "\")");
            });
        }
    }

    @Test
    void aTypeThatWasReplacedWithoutRecompilingItsTools(@TempDir Path directory) throws Exception {
        String tools = """
                package stale;
                public class Counter {
                    public record Request(String id%s) {}
                    @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*")
                    public void count(Request request) {}
                }
                """;
        JustCompiled.withProcessor(directory, "stale.Counter", tools.formatted(""));
        Path later = Files.createDirectory(directory.resolve("later"));
        JustCompiled.withProcessor(later, "stale.Counter", tools.formatted(", int more"));
        Path changed = Path.of("stale", "Counter$Request.class");
        Files.copy(later.resolve(changed), directory.resolve(changed), StandardCopyOption.REPLACE_EXISTING);
        Class<?> type = JustCompiled.load(directory, "stale.Counter");

        for (boolean lazy : new boolean[] {false, true}) {
            defining(application, type, bean -> bean.setLazyInit(lazy))
                    .run(context -> assertThat(refusal(context, ToolDefinitionException.class))
                            .hasMessage("[retrysafe:StaleGeneratedCode] stale.Counter$Request had member id when"
                                    + " stale.Counter was compiled, and has id, more now: recompile the module of"
                                    + " stale.Counter."));
        }
    }

    @Test
    void twoJarsWithOneToolName(@TempDir Path directory) throws Exception {
        Class<?> other = JustCompiled.withProcessor(directory, "other.Helpdesk", """
                package other;
                public class Helpdesk {
                    @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                    public void createTicket(String id) {}
                }
                """);
        defining(application.withBean(Desk.class), other, bean -> bean.setLazyInit(true))
                .run(context -> {
                    ToolDefinitionException refusal = refusal(context, ToolDefinitionException.class);
                    assertThat(refusal.code()).isEqualTo("DuplicateToolName");
                    assertThat(refusal)
                            .hasMessageContaining("other.Helpdesk.createTicket")
                            .hasMessageContaining(Desk.class.getName() + ".createTicket");
                });
    }

    @Test
    void aLocalTransactionOnAStoreThatHasNone() {
        application.withBean(Ledgers.class).run(context -> {
            ToolDefinitionException refusal = refusal(context, ToolDefinitionException.class);
            assertThat(refusal.code()).isEqualTo("UnsupportedByStore");
            assertThat(refusal).hasMessageContaining("book_entry").hasMessageContaining("in-memory");
            assertThat(ledger.effects()).isEmpty();
        });
    }

    @Test
    void case_58_aBeanThatABeanPostProcessorNeeds() {
        refuses(application.withUserConfiguration(EarlyDesk.class), "BeanPostProcessor");
    }

    @Test
    void case_58_aBeanThatALatePostProcessorNeedsIsInterceptedAllTheSame() {
        application.withUserConfiguration(LateDesk.class).run(context -> {
            Desk desk = context.getBean(Desk.class);
            assertThat(asTenant(() -> desk.createTicket("a", "t")))
                    .isEqualTo(asTenant(() -> desk.createTicket("a", "t")));
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void aFinishedObjectThatIsRegistered() {
        refuses(
                application.withInitializer(
                        context -> context.getBeanFactory().registerSingleton("desk", new Desk(ledger))),
                "it is no proxy");
    }

    @Test
    void aProductOfAFactoryIsIntercepted() {
        application.withBean(DeskFactory.class).run(context -> {
            Desk desk = context.getBean(Desk.class);
            assertThat(asTenant(() -> desk.createTicket("a", "t")))
                    .isEqualTo(asTenant(() -> desk.createTicket("a", "t")));
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void aProductOfAFactoryThatABeanPostProcessorNeeds() {
        refuses(application.withUserConfiguration(EarlyFactory.class), "it is no proxy");
    }

    @Test
    void aPrototypeIsCheckedWhenItIsMade() {
        // The declared type tells nothing, so there is nothing to refuse at start-up.
        application.withUserConfiguration(HiddenPrototype.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThatThrownBy(() -> context.getBean("hidden"))
                    .hasRootCauseInstanceOf(NotInterceptedException.class)
                    .hasStackTraceContaining(Payments.RecordBank.class.getName() + " is final");
            assertThat(ledger.effects()).isEmpty();
        });
    }

    @Test
    void aScopedBeanIsInterceptedBehindItsScopedProxy() {
        application.withUserConfiguration(ScopedDesk.class).run(context -> {
            Desk desk = context.getBean("desk", Desk.class);
            assertThat(asTenant(() -> desk.createTicket("a", "t")))
                    .isEqualTo(asTenant(() -> desk.createTicket("a", "t")));
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void beansThatNeedEachOtherAreIntercepted() {
        application
                .withInitializer(context ->
                        ((DefaultListableBeanFactory) context.getBeanFactory()).setAllowCircularReferences(true))
                .withUserConfiguration(Circle.class)
                .run(context -> {
                    Desk desk = context.getBean(CircleDesk.class);
                    assertThat(asTenant(() -> desk.createTicket("a", "t")))
                            .isEqualTo(asTenant(() -> desk.createTicket("a", "t")));
                    assertThat(ledger.effects()).hasSize(1);
                });
    }

    @Test
    void aMockInTheToolsPlaceIsNotAsked() {
        application
                .withInitializer(context -> context.getBeanFactory().registerSingleton("desk", mock(Desk.class)))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static ApplicationContextRunner defining(
            ApplicationContextRunner application, Class<?> type, BeanDefinitionCustomizer customizer) {
        return application.withInitializer(
                context -> ((GenericApplicationContext) context).registerBean(type, customizer));
    }

    private void refuses(ApplicationContextRunner refused, String reason) {
        refused.run(context -> {
            assertThat(refusal(context, NotInterceptedException.class))
                    .hasMessageStartingWith("[retrysafe:NotIntercepted]")
                    .hasMessageContaining(reason);
            assertThat(ledger.effects()).isEmpty();
        });
    }

    private static Class<?> unprocessed(Path directory, String method) throws Exception {
        return JustCompiled.withoutProcessor(
                directory,
                "unprocessed.Sender",
                "package unprocessed;\npublic class Sender {\n"
                        + "@dev.retrysafe.annotation.SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\")\n"
                        + method + "\n}\n");
    }

    static class Ledgers {

        private final Ledger ledger;

        Ledgers(Ledger ledger) {
            this.ledger = ledger;
        }

        @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", mutation = Mutation.LOCAL_TRANSACTION)
        public void bookEntry(String id) {
            ledger.effect(id);
        }
    }

    @Configuration
    static class EarlyDesk {

        @Bean
        Desk desk(Ledger ledger) {
            return new Desk(ledger);
        }

        @Bean
        static FirstOfAll needsTheDesk(Desk desk) {
            return new FirstOfAll();
        }
    }

    @Configuration
    static class LateDesk {

        @Bean
        Desk desk(Ledger ledger) {
            return new Desk(ledger);
        }

        @Bean
        static BeanPostProcessor needsTheDesk(Desk desk) {
            return new BeanPostProcessor() {};
        }
    }

    /** Comes before what makes proxies. */
    static class FirstOfAll implements BeanPostProcessor, PriorityOrdered {

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }

    static class DeskFactory implements FactoryBean<Desk> {

        private final Ledger ledger;

        DeskFactory(Ledger ledger) {
            this.ledger = ledger;
        }

        @Override
        public Desk getObject() {
            return new Desk(ledger);
        }

        @Override
        public Class<?> getObjectType() {
            return Desk.class;
        }
    }

    @Configuration
    static class EarlyFactory {

        @Bean
        static DeskFactory desk(Ledger ledger) {
            return new DeskFactory(ledger);
        }

        @Bean
        static FirstOfAll needsTheDesk(Desk desk) {
            return new FirstOfAll();
        }
    }

    @Configuration
    static class HiddenPrototype {

        @Bean
        @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
        Object hidden(Ledger ledger) {
            return new Payments.RecordBank(ledger);
        }
    }

    @Configuration
    static class ScopedDesk {

        @Bean
        static CustomScopeConfigurer scopes() {
            var scopes = new CustomScopeConfigurer();
            scopes.addScope("thread", new SimpleThreadScope());
            return scopes;
        }

        @Bean
        @Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Desk desk(Ledger ledger) {
            return new Desk(ledger);
        }
    }

    static class CircleDesk extends Desk {

        CircleDesk(Ledger ledger) {
            super(ledger);
        }

        @Autowired
        @Nullable
        Clerk clerk;
    }

    static class Clerk {

        @Autowired
        @Nullable
        CircleDesk desk;
    }

    @Configuration
    static class Circle {

        @Bean
        CircleDesk desk(Ledger ledger) {
            return new CircleDesk(ledger);
        }

        @Bean
        Clerk clerk() {
            return new Clerk();
        }
    }
}
