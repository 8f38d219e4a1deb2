package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Finding;
import dev.retrysafe.processor.Compiler.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Faults that cost somebody a duplicate elsewhere, and that the compiler stops here. */
class CasesTest {

    @Test
    void case_01_keyOfAConstantOnly() {
        assertThat(codes("@SideEffect(key = \"all\", fingerprint = \"*\") void charge(String id) {}"))
                .containsExactly("MissingTenantScope", "MissingOperation");
    }

    @Test
    void case_02_keyPartThatIsNoSingleValue() {
        assertThat(
                        find(
                                "@SideEffect(key = \"{ctx.tenant}:{ids}\", fingerprint = \"*\") void list(List<String> ids) {}"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("UnsupportedKeyType", "List<String>"));
        assertThat(find("@SideEffect(key = \"{ctx.tenant}:{ids}\", fingerprint = \"*\") void array(long[] ids) {}"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("UnsupportedKeyType", "long[]"));
        assertThat(find("record Two(String a, String b) {}"
                        + "@SideEffect(key = \"{ctx.tenant}:{two}\", fingerprint = \"*\") void record(Two two) {}"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("UnsupportedKeyType", "type Two"));
    }

    @Test
    void case_08_overloadsNeedTheirOwnToolNames() {
        assertThat(
                        codes(
                                "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") void charge(String id) {}"
                                        + "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") void charge(String id, int n) {}"))
                .containsExactly("DuplicateToolName");
        assertThat(find(
                        "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") String pay(String id) { return id; }"
                                + "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\")"
                                + " String pay(java.util.UUID id) { return \"\"; }"))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.message()).contains("DuplicateToolName", "is taken by Tools.pay(String)"));
    }

    @Test
    void case_10_idOfTheAttemptInTheKey() {
        assertThat(codes(
                        "@SideEffect(key = \"{ctx.tenant}:{call.toolCallId}\", fingerprint = {\"*\", \"!call.toolCallId\"})"
                                + "void charge(Call call) {} record Call(String toolCallId, String text) {}"))
                .containsExactly("VolatileKeyName");
    }

    @Test
    void case_12_arrayThatMayChangeInTheKey() {
        assertThat(
                        codes(
                                "static class Order { public byte[] getId() { return new byte[0]; } }"
                                        + "@SideEffect(key = \"{ctx.tenant}:{order.id}\", fingerprint = \"*\") void charge(Order order) {}"))
                .containsExactly("UnsupportedKeyType");
    }

    @Test
    void case_17_argumentThatCannotBeWritten() {
        assertThat(find("record Job(String id, Runnable task) {}"
                        + "@SideEffect(key = \"{ctx.tenant}:{job.id}\", fingerprint = \"*\") void run(Job job) {}"))
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.message()).contains("NoCanonicalForm", "job.task", "Runnable"));
    }

    @Test
    void case_19_tokenOfTheAttemptInTheFingerprint() {
        assertThat(codes("record Job(String id, String nonce, java.time.Instant requestedAt) {}"
                        + "@SideEffect(key = \"{ctx.tenant}:{job.id}\", fingerprint = \"*\") void run(Job job) {}"))
                .containsExactly("VolatileFingerprint", "VolatileFingerprint");
    }

    @Test
    void case_03_whatKeysAndPathsNameIsCheckedByTheCompiler() {
        assertThat(codes("@SideEffect(key = \"{ctx.tenant}:{arg0}\", fingerprint = \"p0\") void charge(String id) {}"))
                .containsExactly("UnknownPath", "UnknownPath", "UndecidedParameter");
    }

    @Test
    void case_20_uploadedFile() {
        assertThat(
                        codes(
                                "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") void upload(String id, byte[] file) {}"))
                .isEmpty();
        for (String type :
                List.of("java.io.InputStream", "java.io.Reader", "java.nio.channels.FileChannel", "java.io.File")) {
            assertThat(codes("@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") void upload(String id, "
                            + type + " file) {}"))
                    .as(type)
                    .containsExactly("NoCanonicalForm");
            assertThat(codes("@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"id\") void upload(String id, "
                            + type + " file) {}"))
                    .as(type + ", left out in silence")
                    .containsExactly("UndecidedParameter");
        }
    }

    @Test
    void case_54_annotationOnAnInterfaceMethod() {
        String tools =
                "interface Desk { @SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") void open(String id); }"
                        + "static class LocalDesk implements Desk { @Override public void open(String id) {} %s }";

        assertThat(codes(tools.replace("%s", ""))).isEmpty();
        assertThat(codes(tools.replace("%s", "void all(String id) { open(id); }")))
                .as("past the proxy of the bean that implements it")
                .containsExactly("SelfInvocation");
        assertThat(Compiler.find(source(tools.replace("%s", "")), "-Aretrysafe.interception=aspectj"))
                .as("the aspect advises annotated methods only")
                .extracting(Finding::code)
                .containsExactly("UnannotatedOverride");
    }

    @Test
    void hostile_typesWithoutAForm() {
        for (String type :
                List.of("Open", "java.io.InputStream", "jakarta.servlet.ServletRequest", "Number", "Runnable")) {
            assertThat(find("interface Open { String getId(); } record Request(String title, List<" + type
                            + "> open) {}"
                            + "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\")"
                            + " void run(String id, Request request) {}"))
                    .as(type)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.message())
                            .contains(
                                    "NoCanonicalForm",
                                    "selects request.open",
                                    type.substring(type.lastIndexOf('.') + 1)));
        }
    }

    @Test
    void hostile_retentions() {
        for (String ttl : List.of(
                Long.MAX_VALUE + "s",
                Long.MAX_VALUE + "d",
                "99999999999999999999h",
                "0s",
                "0d",
                "PT0S",
                "-1s",
                "PT-1H")) {
            assertThat(codes("@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\", ttl = \"" + ttl
                            + "\") void run(String id) {}"))
                    .as(ttl)
                    .containsExactly("MalformedDuration");
        }
    }

    @Test
    void case_42_responseWithHeaders() {
        assertThat(codes("@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\")"
                        + "org.springframework.http.ResponseEntity<String> run(String id) { return null; }"))
                .containsExactly("UnsupportedResult");
    }

    @Test
    void case_41_resultThatCannotBeStoredIsToldWithTheWayToTheCulprit() {
        String annotation = "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\"";
        String types = "record Ticket(String id, List<Link> links) {} record Link(java.net.URL home) {} ";

        assertThat(find(types + annotation + ") Ticket run(String id) { return null; }"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .contains(
                                "UnsupportedResult",
                                "Ticket, holds links[].home of type URL, which cannot be stored and read back",
                                "storeResult = false"));
        assertThat(codes(types + annotation + ", storeResult = false) Ticket run(String id) { return null; }"))
                .isEmpty();
    }

    @Test
    void case_46_durationsOfOneLengthAreOne() {
        assertThat(ttl("24h")).isEqualTo(ttl("PT24H")).isEqualTo(ttl("86400s")).isEqualTo(ttl("1d"));
        assertThat(
                        codes(
                                "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\", ttl = \"86400\") void a(String id) {}"))
                .containsExactly("MalformedDuration");
    }

    @Test
    void case_55_whatNoProxySees() {
        String annotation = "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") ";

        assertThat(codes(annotation + "private void a(String id) {}")).containsExactly("PrivateMethod");
        assertThat(codes(annotation + "static void a(String id) {}")).containsExactly("StaticMethod");
        assertThat(codes(annotation + "final void a(String id) {}")).containsExactly("FinalMethod");
        assertThat(codes("static final class Closed {" + annotation + "void a(String id) {} }"))
                .containsExactly("FinalClass");
    }

    @Test
    void case_55_callFromWithinTheBean() {
        String tools = "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") void charge(String id) {}"
                + "void all(List<String> ids) { ids.forEach(id -> charge(id)); }";

        assertThat(codes(tools)).containsExactly("SelfInvocation");
    }

    @Test
    void case_57_fireAndForget() {
        assertThat(codes("@org.springframework.scheduling.annotation.Async"
                        + " @SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") void a(String id) {}"))
                .containsExactly("AsyncFireAndForget");
    }

    private static final String RESENT = ", mutation = dev.retrysafe.annotation.Mutation.IDEMPOTENT,"
            + " recovery = @dev.retrysafe.annotation.Recovery(resendWithin = \"%s\")) ";

    private static String resent(String fingerprint, String within) {
        return "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = " + fingerprint + RESENT.formatted(within);
    }

    @Test
    void case_64_whatAResendMaySendDifferently() {
        assertThat(find(resent("{\"*\", \"!note\"}", "24h") + "void open(String id, String note) {}"))
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.message())
                                .contains(
                                        "IdempotentLeavesOut",
                                        "open is IDEMPOTENT, and its fingerprint leaves out note, which the remote side may see"));
        assertThat(codes(
                        "record Request(String title, String note, List<Item> items) {} record Item(String sku, int n) {}"
                                + resent("{\"*\", \"!request.note\", \"!request.items.n\"}", "24h")
                                + "void open(String id, Request request) {}"))
                .containsExactly("IdempotentLeavesOut", "IdempotentLeavesOut");
        assertThat(codes("record Request(String title, String note) {}" + resent("{\"id\", \"request.title\"}", "24h")
                        + "void open(String id, Request request, String team) {}"))
                .as("what no path names")
                .containsExactlyInAnyOrder(
                        "UndecidedParameter", "IdempotentLeavesOut", "UndecidedParameter", "IdempotentLeavesOut");
    }

    @Test
    void case_64_whatIsTheSameOnAResendOrNeverSent() {
        assertThat(codes(resent("{\"*\", \"!note\"}", "forever") + "void open(String id, String note) {}"))
                .as("naturally idempotent")
                .isEmpty();
        assertThat(codes("@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = {\"*\", \"!note\"})"
                        + "void open(String id, String note) {}"))
                .as("never sent again")
                .isEmpty();
        assertThat(codes(resent("{\"*\", \"!id\"}", "24h") + "void open(String id, String title) {}"))
                .as("the key reads it")
                .isEmpty();
        assertThat(codes("record TicketId(String value) {} @SideEffect(key = \"{ctx.tenant}:{id.value}\","
                        + " fingerprint = {\"*\", \"!id\"}" + RESENT.formatted("24h")
                        + "void open(TicketId id, String title) {}"))
                .as("the key reads the only component")
                .isEmpty();
        assertThat(codes(resent("{\"*\", \"!done\"}", "24h") + "void open(String id, Runnable done) {}"))
                .as("a function is not sent")
                .isEmpty();
        assertThat(codes(resent("{\"*\", \"!note\"}", "24h")
                        + "void open(String id, @SuppressWarnings(\"retrysafe:IdempotentLeavesOut\") String note) {}"))
                .as("silenced")
                .isEmpty();
    }

    @Test
    void case_90_whatIsNotDoneWhenTheMethodReturnsIsRefusedStoredOrNot() {
        for (String stored : List.of("", ", storeResult = false")) {
            for (String part : List.of(
                    "java.util.concurrent.CompletableFuture<String>",
                    "java.util.function.Supplier<String>",
                    "java.util.concurrent.Callable<String>",
                    "java.util.stream.Stream<String>",
                    "List<java.util.concurrent.Future<String>>")) {
                assertThat(find("record Job(String id, " + part + " rest) {}"
                                + "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\"" + stored
                                + ") Job start(String id) { return null; }"))
                        .as(part + stored)
                        .singleElement()
                        .satisfies(finding -> assertThat(finding.message())
                                .contains("UnsupportedResult", "holds rest", "still be to come")
                                .doesNotContain("storeResult"));
            }
        }
    }

    private static String ttl(String text) {
        String source = "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\", ttl = \"" + text
                + "\") void a(String id) {}";
        return Compiler.generate(source(source), "Tools_SideEffects");
    }

    private static List<String> codes(String members) {
        return find(members).stream().map(Finding::code).toList();
    }

    private static List<Finding> find(String members) {
        return Compiler.find(source(members));
    }

    private static Source source(String members) {
        return new Source(
                "Tools.java",
                "import dev.retrysafe.annotation.SideEffect; import java.util.List; class Tools {" + members + "}");
    }
}
