package dev.retrysafe.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** What a person reads when an application does not start: an ordinary one, found by Spring Boot itself. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTest {

    @Test
    void ofOurOwn(CapturedOutput output) {
        start(Object.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Description:")
                .contains("[retrysafe:NoStore] There is no store to keep records in")
                .contains("Action:")
                .contains("for tests alone set retrysafe.store=in-memory.");
    }

    @Test
    void ofTheDefinitionOfTools(CapturedOutput output, @TempDir Path directory) throws Exception {
        Class<?> type = JustCompiled.withoutProcessor(directory, "unprocessed.Mailer", """
                package unprocessed;
                public class Mailer {
                    @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                    public void send(String id) {}
                }
                """);

        start(type, "--retrysafe.store=in-memory");

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("[retrysafe:NoGeneratedCode] unprocessed.Mailer has @SideEffect methods")
                .contains("Action:")
                .contains("Add the lines above to the build");
    }

    private static void start(Class<?> bean, String... arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.addInitializers(context -> ((GenericApplicationContext) context).registerBean(bean));
        assertThatThrownBy(() -> application.run(arguments).close()).isNotNull();
    }

    @Configuration
    @EnableAutoConfiguration
    static class Application {}
}
