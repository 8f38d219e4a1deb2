package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.Decision;
import dev.retrysafe.ResultUnavailableException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.result.ResultCodec;
import dev.retrysafe.tool.ResultType;
import java.io.IOException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures that no log can print, and others that nobody expects: they keep nothing from being written. */
class UnreadableFailureTest {

    private static EngineBuilder hasty() {
        return SideEffectEngine.builder().waitAtMost(Duration.ZERO).commitBudget(Duration.ofMillis(1));
    }

    private interface Writing {
        byte[] write();
    }

    /** Code of a language that declares no exceptions. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Exception> RuntimeException undeclared(Exception failure) throws X {
        throw (X) failure;
    }

    @SuppressWarnings("NullAway")
    private static byte[] nothing() {
        return null;
    }

    static Stream<Writing> writers() {
        return Stream.of(
                () -> {
                    throw new Unreadable();
                },
                () -> {
                    throw new LinkageError("a class is gone", new Unreadable());
                },
                () -> {
                    throw UnreadableFailureTest.<RuntimeException>undeclared(new IOException("a getter reads a file"));
                },
                UnreadableFailureTest::nothing);
    }

    private record Codec(Writing writing) implements ResultCodec {

        @Override
        public byte[] write(@Nullable Object value, Type type) {
            return writing.write();
        }

        @Override
        public @Nullable Object read(byte[] bytes, Type type) {
            return null;
        }
    }

    @ParameterizedTest
    @MethodSource("writers")
    void ofTheResultsWriterKeepsNoReceiptFromBeingStored(Writing writing) throws Exception {
        try (Desk desk = new Desk(hasty().resultCodec(new Codec(writing)))) {
            assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
            assertThat(desk.store.commands).containsExactly("claim", "commit");
            assertThatThrownBy(() -> desk.create("approval-17", "high"))
                    .isInstanceOfSatisfying(
                            ResultUnavailableException.class,
                            e -> assertThat(e.receipt().remoteId()).isEqualTo("T-1"));
        }
    }

    @Test
    void ofAReceiptsPathKeepsNoReceiptFromBeingStored() throws Exception {
        TicketTool tool = new TicketTool("create_ticket", ResultType.of(Ticket.class), b -> b) {
            @Override
            public @Nullable String remoteId(Object result) {
                throw new Unreadable();
            }
        };
        try (Desk desk = new Desk()) {
            Callable<Ticket> body = () -> desk.newTicket("high");
            Object first = desk.call(tool, body, "approval-17", "high", "");
            assertThat(desk.store.commands).containsExactly("claim", "commit");
            assertThat(desk.call(tool, body, "approval-17", "high", "")).isEqualTo(first);
            assertThat(desk.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.RECEIPT_PATH_FAILED);
        }
    }

    @Test
    void ofTheClassifierLeavesTheEffectInDoubtAtOnce() throws Exception {
        try (Desk desk = new Desk(hasty().resultClassifier((tool, result) -> {
            throw UnreadableFailureTest.<RuntimeException>undeclared(new IOException("no rules", new Unreadable()));
        }))) {
            desk.create("approval-17", "high");
            assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
        }
    }

    private static void failOnce(Desk desk, String failing) {
        AtomicInteger left = new AtomicInteger(1);
        desk.store.before = command -> {
            if (command.equals(failing) && left.getAndDecrement() > 0) {
                throw new Unreadable();
            }
        };
    }

    @Test
    void ofTheStoreAtTheCommitIsFollowedByOthersInTheBackground() throws Exception {
        SideEffectListener failing = new SideEffectListener() {
            @Override
            public void incident(Incident incident) {
                throw new Unreadable();
            }
        };
        try (Desk desk = new Desk(hasty().listener(failing))) {
            failOnce(desk, "commit");
            assertThatThrownBy(() -> desk.create("approval-17", "high"))
                    .isInstanceOfSatisfying(
                            SideEffectStoreException.class,
                            e -> assertThat(e.code()).isEqualTo("NotStored"));
            await().until(() -> Collections.frequency(desk.store.commands, "commit") == 2);
            await().ignoreExceptions()
                    .untilAsserted(() ->
                            assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1"));
            assertThat(desk.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.NOT_STORED);
        }
    }

    @Test
    void ofTheStoreAtTheMarkIsFollowedByOthersInTheBackground() {
        try (Desk desk = new Desk(hasty())) {
            failOnce(desk, "markInDoubt");
            assertThatThrownBy(() -> desk.call(
                            desk.createTicket,
                            () -> {
                                throw new IOException("read timed out");
                            },
                            "approval-17",
                            "high",
                            ""))
                    .isInstanceOf(IOException.class)
                    .hasNoSuppressedExceptions();
            assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.IN_DOUBT);
            await().until(() -> Collections.frequency(desk.store.commands, "markInDoubt") == 2);
            assertThat(desk.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.MARK_FAILED);
        }
    }

    @Test
    void ofTheStoreThatIsNotDeclaredIsAMissingAnswerToo() throws Exception {
        try (Desk desk = new Desk(hasty())) {
            AtomicInteger left = new AtomicInteger(1);
            desk.store.before = command -> {
                if (command.equals("commit") && left.getAndDecrement() > 0) {
                    throw UnreadableFailureTest.<RuntimeException>undeclared(new IOException("connection reset"));
                }
            };
            assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectStoreException.class);
            await().until(() -> Collections.frequency(desk.store.commands, "commit") == 2);
        }
    }

    @Test
    void theLineIsWrittenAllTheSame() {
        EngineLog.warn(new Unreadable(), "{} failed at {}", "line-4711", "step-2");
        EngineLog.warn(new IOException("disk full"), "{} failed", "line-4712");
        EngineLog.error(new IOException("disk full"), "{} failed", "line-4713");
        EngineLog.debug(null, "{} failed", "line-4714");
        assertThat(PrintedLog.lines())
                .contains(
                        "WARN line-4711 failed at step-2 with its stack trace",
                        "WARN line-4712 failed with its stack trace",
                        "ERROR line-4713 failed with its stack trace",
                        "DEBUG line-4714 failed");
    }

    @Test
    void whatCannotBePrintedIsNamedByItsType() {
        Object unprintable = new Object() {
            @Override
            public String toString() {
                throw new Unreadable();
            }
        };
        EngineLog.warn(null, "{} is named", unprintable);
        assertThat(PrintedLog.lines())
                .contains("WARN (" + unprintable.getClass().getName() + ") is named");
    }
}
