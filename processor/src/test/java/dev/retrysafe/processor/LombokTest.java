package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Source;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The getters that Lombok adds count, whichever of the two comes first on the processor path. */
class LombokTest {

    private static final Source DESK = new Source("Desk.java", """
            import dev.retrysafe.annotation.SideEffect;

            class Desk {
                @SideEffect(key = "{ctx.tenant}:{request.approvalId}", fingerprint = {"*", "!request.note"})
                void createTicket(Request request, java.util.List<Line> lines) {}
            }

            @lombok.Data
            class Request {
                private String approvalId;
                private String note;
                private boolean urgent;

                public String getNote() {
                    return note;
                }
            }

            class Line {
                @lombok.Getter
                private int count;
            }
            """);

    @Test
    void lombokFirst() {
        assertReadsAllMembers(path("lombok", "processor"));
    }

    @Test
    void lombokLast() {
        assertReadsAllMembers(path("processor", "lombok"));
    }

    private static void assertReadsAllMembers(List<String> path) {
        assertThat(Compiler.generateWithPath(DESK, "Desk_SideEffects", path))
                .contains("value.getApprovalId()", "value.isUrgent()", "value.getCount()")
                .doesNotContain("value.getNote()");
    }

    private static List<String> path(String first, String second) {
        List<String> path = new ArrayList<>(entries(first));
        path.addAll(entries(second));
        path.addAll(entries("javapoet"));
        path.addAll(entries("jspecify"));
        return path;
    }

    private static List<String> entries(String name) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> name.equals("processor")
                        ? entry.endsWith("classes")
                                && !entry.endsWith("test-classes")
                                && new File(entry, "META-INF/services").exists()
                        : new File(entry).getName().startsWith(name + "-"))
                .toList();
    }
}
