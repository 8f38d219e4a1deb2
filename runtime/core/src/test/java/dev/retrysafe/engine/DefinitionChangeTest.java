package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.Decision;
import dev.retrysafe.EffectConflict;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.compiled.Sources;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.tool.ToolMethod;
import dev.retrysafe.tool.ToolRegistry;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new version of a tool meets what the version before left in the store, as in a rolling deployment. */
class DefinitionChangeTest {

    private static final String DEFINITION = "key = \"{ctx.tenant}:{request.id}\", fingerprint = \"*\"";

    private final Desk desk = new Desk();

    private final List<URLClassLoader> loaders = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void close() throws IOException {
        desk.close();
        for (URLClassLoader loader : loaders) {
            loader.close();
        }
    }

    /** One version of the tool, running. */
    private final class Version {

        private final Class<?> request;

        private final ToolMethod tool;

        Version(String definition, String members) throws ReflectiveOperationException, IOException {
            Path output = Files.createDirectory(directory.resolve("version" + loaders.size()));
            Sources.none()
                    .with("CreateTicket", "public record CreateTicket(" + members + ") {}")
                    .with("Tools", """
                            public class Tools {
                                @dev.retrysafe.annotation.SideEffect(%s)
                                public void create(CreateTicket request) {}
                            }
                            """.formatted(definition))
                    .compile(output);
            URLClassLoader loader = Sources.loader(output);
            loaders.add(loader);
            request = loader.loadClass("com.acme.CreateTicket");
            Class<?> tools = loader.loadClass("com.acme.Tools");
            Method create = tools.getMethod("create", request);
            tool = Objects.requireNonNull(new ToolRegistry().find(tools, create));
        }

        /** Calls it with values for the members that the request has, in order. */
        void call(@Nullable Object... members) throws Exception {
            Object argument = request.getDeclaredConstructors()[0].newInstance(members);
            desk.call(tool, desk.effects::incrementAndGet, argument);
        }

        EffectConflict conflict(@Nullable Object... members) {
            return catchThrowableOfType(SideEffectConflictException.class, () -> call(members))
                    .conflict();
        }
    }

    @Test
    void changedPathsAreToldFromAChangedEffect() throws Exception {
        Version before = new Version(DEFINITION, "String id, String title");
        Version after = new Version(
                "key = \"{ctx.tenant}:{request.id}\", fingerprint = {\"*\", \"!request.title\"}",
                "String id, String title");
        before.call("7", "down");

        assertThat(after.conflict("7", "down").reason()).isEqualTo("fingerprint_definition_changed");
        assertThat(before.conflict("7", "up").reason()).isEqualTo("idempotency_key_reused_with_different_effect");
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void anAddedMemberIsToldFromAChangedEffect() throws Exception {
        Version before = new Version(DEFINITION, "String id");
        Version after = new Version(DEFINITION, "String id, String title");
        before.call("7");

        assertThat(after.conflict("7", "down").reason()).isEqualTo("fingerprint_definition_changed");
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void anotherRetentionIsNoOtherDefinition() throws Exception {
        Version before = new Version(DEFINITION, "String id, String title");
        Version after = new Version(DEFINITION + ", ttl = \"7d\"", "String id, String title");
        before.call("7", "down");
        after.call("7", "down");

        assertThat(after.conflict("7", "up").reason()).isEqualTo("idempotency_key_reused_with_different_effect");
        assertThat(after.tool.definition().definitionHash())
                .isEqualTo(before.tool.definition().definitionHash());
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void case_16_theOrderOfMembersInTheSourceIsNoDefinition() throws Exception {
        Version before = new Version(DEFINITION, "String id, String title");
        Version after = new Version(DEFINITION, "String title, String id");
        before.call("7", "down");
        after.call("down", "7");

        assertThat(after.tool.definition().definitionHash())
                .isEqualTo(before.tool.definition().definitionHash());
        assertReplayed();
    }

    @Test
    void case_18_aRetryWithoutTheMemberThatARollingDeploymentAddedIsAReplay() throws Exception {
        Version before = new Version(DEFINITION, "String id, String title");
        Version after = new Version(DEFINITION, "String id, String title, Integer priority");
        before.call("7", "down");
        after.call("7", "down", null);

        assertThat(after.tool.definition().definitionHash())
                .isNotEqualTo(before.tool.definition().definitionHash());
        assertReplayed();
    }

    private void assertReplayed() {
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.EXECUTE, Decision.REPLAY);
    }
}
