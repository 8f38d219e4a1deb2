package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.Decision;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.http.IdempotentHttpClient;
import dev.retrysafe.operations.RecordFilter;
import dev.retrysafe.operations.TakenKeys;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which derived keys a remote side sees that remembers them, with the body that came with each. */
class DerivedKeysTest {

    private final Desk desk = new Desk();

    private final HttpClient client = new IdempotentHttpClient(HttpClient.newHttpClient());

    private KeyedVendor vendor;

    @BeforeEach
    void start() throws IOException {
        vendor = new KeyedVendor();
    }

    @AfterEach
    void close() {
        vendor.close();
        desk.close();
    }

    private static TicketTool tool(UnaryOperator<ToolDefinition.Builder> more) {
        return new TicketTool("create_ticket", ResultType.of(Ticket.class), more);
    }

    private static TicketTool idempotent() {
        return tool(tool -> tool.mutation(Mutation.IDEMPOTENT).resendWithin(3600, 0));
    }

    /** The vendor's client library: an answer of 400 and more is an exception. */
    private int send(HttpRequest request) throws IOException, InterruptedException {
        return checked(client.send(request, BodyHandlers.discarding()));
    }

    private static int checked(HttpResponse<?> response) {
        if (response.statusCode() >= 400) {
            throw new IllegalStateException("the vendor answered " + response.statusCode());
        }
        return response.statusCode();
    }

    private Ticket ticket(String severity) throws IOException, InterruptedException {
        int unused = send(vendor.post("/tickets", severity));
        return desk.newTicket(severity);
    }

    @Test
    void case_63_aCorrectedCallIsAnotherEffectAtTheVendor() throws Exception {
        TicketTool witnessed = tool(ToolDefinition.Builder::witnessed);
        assertThatThrownBy(() -> desk.call(witnessed, () -> ticket("bogus"), "approval-17", "bogus", ""))
                .hasMessage("the vendor answered 422");
        assertThat(desk.store.commands).containsExactly("claim", "release");

        assertThat(desk.call(witnessed, () -> ticket("high"), "approval-17", "high", ""))
                .isInstanceOf(Ticket.class);
        assertThat(vendor.ledger).containsExactly("/tickets high");
        assertThat(vendor.keys).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void case_63_theSameEffectAfterAReleaseHasTheSameKey() {
        TicketTool witnessed = tool(ToolDefinition.Builder::witnessed);
        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> desk.call(witnessed, () -> ticket("bogus"), "approval-17", "bogus", ""))
                    .hasMessage("the vendor answered 422");
        }
        assertThat(vendor.keys).hasSize(2);
        assertThat(vendor.keys.get(0)).isEqualTo(vendor.keys.get(1));
    }

    @Test
    void case_63_theSameEffectKeepsItsKeyAcrossRetriesAndOwners() throws Exception {
        assertThatThrownBy(() -> desk.call(
                        idempotent(),
                        () -> {
                            Ticket unused = ticket("high");
                            throw new IOException("read timed out");
                        },
                        "approval-17",
                        "high",
                        ""))
                .isInstanceOf(IOException.class);
        try (SideEffectEngine other = SideEffectEngine.builder()
                .store(desk.store)
                .clock(desk.clock)
                .waitAtMost(Duration.ZERO)
                .build()) {
            assertThat(Desk.callOn(other, idempotent(), () -> ticket("high"), "approval-17", "high", "note"))
                    .isInstanceOf(Ticket.class);
        }
        assertThat(vendor.ledger).containsExactly("/tickets high");
        assertThat(vendor.keys).hasSize(2);
        assertThat(vendor.keys.get(0)).isEqualTo(vendor.keys.get(1));
    }

    /** Makes the customer where there is none, and charges. */
    private Ticket charge(String charge, boolean failing) throws IOException, InterruptedException {
        HttpResponse<Void> customer = client.send(vendor.get("/customers"), BodyHandlers.discarding());
        if (customer.statusCode() == 404) {
            int unused = send(vendor.post("/customers", "ann"));
        }
        int unused = send(
                charge.isEmpty()
                        ? vendor.post("/charges", "500")
                        : HttpRequest.newBuilder(vendor.post("/charges", "500"), (name, value) -> true)
                                .header(
                                        "Idempotency-Key",
                                        SideEffects.downstreamKey(charge).value())
                                .build());
        if (failing) {
            throw new IOException("read timed out");
        }
        return desk.newTicket("high");
    }

    private Object charged(TicketTool tool, String name, boolean failing) throws Exception {
        return Objects.requireNonNull(desk.call(tool, () -> charge(name, failing), "approval-17", "high", ""));
    }

    private RecordView record() {
        return desk.engine
                .operations()
                .openRecords(RecordFilter.ALL, null, 10)
                .records()
                .get(0);
    }

    @Test
    void case_88_aSecondRequestWithoutAKeyOfItsOwnIsRefusedAtTheFirstRun() {
        SideEffectInDoubtException refused =
                catchThrowableOfType(SideEffectInDoubtException.class, () -> charged(idempotent(), "", true));
        assertThat(refused)
                .hasMessage("create_ticket may or may not have taken effect: one of its requests went out, and POST"
                        + " localhost/charges was not sent, because it has no Idempotency-Key of its own. The tool is"
                        + " IDEMPOTENT, so it may run again, and another of its requests may then be the first, under the"
                        + " key that the remote side knows from this attempt's first one. A developer has to name each"
                        + " further request in its code: header(\"Idempotency-Key\","
                        + " SideEffects.downstreamKey(\"charge\").value()). Do not call it again: another call ends like"
                        + " this one. Tell a human, who can look at the remote system to see whether it happened, and"
                        + " settle the record by that.");
        assertThat(refused.code()).isEqualTo("UnnamedRequest");
        assertThat(refused.decision()).isEqualTo(Decision.IN_DOUBT);
        assertThat(refused.toMap()).containsEntry("status", "in_doubt").containsEntry("retryable", false);
        assertThat(vendor.ledger).containsExactly("/customers ann");
        assertThat(record().state()).isEqualTo(RecordState.IN_DOUBT);
        assertThat(record().failure()).contains("POST localhost/charges was not sent");
    }

    /** The charge is the first unsafe request by then, and would go out under the customer's key. */
    @Test
    void case_88_namedRequestsAreChargedOnceWhateverIsFound() throws Exception {
        assertThatThrownBy(() -> charged(idempotent(), "charge", true)).isInstanceOf(IOException.class);
        assertThat(charged(idempotent(), "charge", false)).isInstanceOf(Ticket.class);
        assertThat(vendor.ledger).containsExactly("/customers ann", "/charges 500");
    }

    @Test
    void case_88_aNaturallyIdempotentToolNamesItsRequestsToo() {
        TicketTool forever = tool(tool -> tool.mutation(Mutation.IDEMPOTENT).resendForever());
        assertThat(catchThrowableOfType(SideEffectException.class, () -> charged(forever, "", false))
                        .code())
                .isEqualTo("UnnamedRequest");
        assertThat(vendor.ledger).containsExactly("/customers ann");
    }

    @Test
    void case_88_aToolThatIsNeverSentAgainNeedsNoNames() throws Exception {
        assertThat(charged(desk.createTicket, "", false)).isInstanceOf(Ticket.class);
        assertThat(vendor.ledger).containsExactly("/customers ann", "/charges 500");
        assertThat(vendor.keys).doesNotHaveDuplicates();
    }

    @Test
    void case_88_aRefusalComesInTheFutureOfARequestThatWouldComeLater() {
        Callable<Ticket> body = () -> {
            int unused = send(vendor.post("/customers", "ann"));
            client.sendAsync(vendor.post("/charges", "500"), BodyHandlers.discarding())
                    .join();
            return desk.newTicket("high");
        };
        assertThat(catchThrowable(() -> desk.call(idempotent(), body, "approval-17", "high", "")))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(SideEffectInDoubtException.class);
        assertThat(vendor.ledger).containsExactly("/customers ann");
        assertThat(record().state()).isEqualTo(RecordState.IN_DOUBT);
    }

    @Test
    void case_113_theRecordTellsTheNamesUnderWhichKeysWentOut() {
        assertThatThrownBy(() -> charged(desk.createTicket, "", true)).isInstanceOf(IOException.class);
        assertThat(record().failure())
                .isEqualTo("keys taken: unnamed, \"POST localhost/charges\"; java.io.IOException: read timed out");
        TakenKeys taken = TakenKeys.of(record());
        assertThat(taken.keys()).extracting(TakenKeys.TakenKey::name).containsExactly("", "POST localhost/charges");
        assertThat(taken.keys())
                .extracting(TakenKeys.TakenKey::key)
                .extracting(DownstreamKey::value)
                .containsExactlyElementsOf(vendor.keys);
        assertThat(taken.more()).isFalse();
    }

    @Test
    void case_113_aNamedKeyAloneIsTold() {
        assertThatThrownBy(() -> failing(() -> {
                    int unused = send(HttpRequest.newBuilder(vendor.post("/charges", "500"), (name, value) -> true)
                            .header(
                                    "Idempotency-Key",
                                    SideEffects.downstreamKey("charge").value())
                            .build());
                    return List.of();
                }))
                .isInstanceOf(IOException.class);
        TakenKeys taken = TakenKeys.of(record());
        assertThat(taken.keys()).extracting(TakenKeys.TakenKey::name).containsExactly("charge");
        assertThat(taken.keys().get(0).key()).hasToString(vendor.keys.get(0));
    }

    private void failing(Callable<?> taking) throws Exception {
        Object unused = desk.call(
                desk.createTicket,
                () -> {
                    Object unusedKey = taking.call();
                    throw new IOException("read timed out");
                },
                "approval-17",
                "high",
                "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "charge",
                "with \"quotes\", a comma; and \\u0041 \\",
                "a line\nbreak, émile",
                "POST api.eu.vendor.example/v1/customers/cus_1234567890/charges/too/long/to/be/kept"
            })
    void case_113_everyNameComesBackOrItsKeyDoes(String name) {
        String[] key = new String[1];
        assertThatThrownBy(() ->
                        failing(() -> key[0] = SideEffects.downstreamKey(name).value()))
                .isInstanceOf(IOException.class);
        TakenKeys taken = TakenKeys.of(record());
        assertThat(taken.keys()).singleElement().satisfies(one -> {
            assertThat(one.key()).hasToString(key[0]);
            assertThat(one.name()).isEqualTo(name.length() > 64 ? null : name);
        });
        assertThat(record().failure()).matches("keys taken: [ -~]+; java.io.IOException: read timed out");
    }

    @Test
    void case_113_manyAndLongNamesAreBoundedAndTheFailureIsStillThere() {
        assertThatThrownBy(() -> failing(() -> {
                    for (int i = 0; i < 20; i++) {
                        for (int again = 0; again < 2; again++) {
                            SideEffects.downstreamKey(i + "x".repeat(i % 2 == 0 ? 60 : 60_000));
                        }
                    }
                    return List.of();
                }))
                .isInstanceOf(IOException.class);
        TakenKeys taken = TakenKeys.of(record());
        assertThat(taken.keys())
                .hasSizeBetween(6, 8)
                .extracting(TakenKeys.TakenKey::key)
                .doesNotHaveDuplicates();
        assertThat(taken.more()).isTrue();
        assertThat(record().failure()).hasSizeLessThanOrEqualTo(500).endsWith("; java.io.IOException: read timed out");
    }

    @Test
    void case_113_whereNoKeyWasTakenTheFailureStandsAlone() {
        assertThatThrownBy(() -> failing(List::of)).isInstanceOf(IOException.class);
        assertThat(record().failure()).isEqualTo("java.io.IOException: read timed out");
        assertThat(TakenKeys.of(record()).keys()).isEmpty();
    }
}
