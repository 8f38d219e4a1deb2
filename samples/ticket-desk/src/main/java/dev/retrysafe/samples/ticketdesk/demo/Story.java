package dev.retrysafe.samples.ticketdesk.demo;

import dev.retrysafe.samples.ticketdesk.demo.Desk.Caller;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/** What is called, in which order, and what must come of it. */
final class Story {

    private static final Caller ACME = new Caller("acme", "conv-9");

    private static final Caller GLOBEX = new Caller("globex", "conv-9");

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int AT_ONCE = 16;

    private final Stage stage;

    private final Protocol protocol;

    /** Makes every call that is not about another process. */
    private final Desk desk;

    /** Another process, as behind a load balancer. */
    private final Desk other;

    /** Will be killed. Its short lease makes the wait for it short. */
    private final Desk doomed;

    Story(Stage stage, Protocol protocol, Desk desk, Desk other, Desk doomed) {
        this.stage = stage;
        this.protocol = protocol;
        this.desk = desk;
        this.other = other;
        this.doomed = doomed;
    }

    void tell() throws IOException, InterruptedException, TimeoutException {
        retries();
        manyAtOnce();
        lostAnswer();
        killedOwner();
        otherOperations();
        refund();
        refused();
    }

    private void retries() throws InterruptedException {
        protocol.chapter("A call, and what follows it under the same key");
        Ask ticket = Ask.ticket(ACME, "approval-17", "HIGH", "Nobody can pay.");
        protocol.expectEffects(ticket, 1);
        Answer first = ask(desk, ticket, "the first call", "execute");

        Answer retry = ask(desk, ticket, "the same call again", "replay");
        same(first, retry);
        Ask reworded = Ask.ticket(ACME, "approval-17", "HIGH", "Customers report that paying fails.");
        same(first, ask(other, reworded, "worded differently (note), from another process", "replay"));

        Ask severer = Ask.ticket(ACME, "approval-17", "LOW", "Nobody can pay.");
        Answer conflict = ask(desk, severer, "another severity: another effect under this key", "conflict");
        protocol.json(conflict.body());
        protocol.expect(
                conflict.text("existing_remote_id").equals(first.remoteId()), "the conflict names no existing ticket");

        JsonNode found =
                desk.call("find_ticket", ACME, Map.of("id", first.remoteId())).body();
        protocol.detail("find_ticket is @ReadOnly and just runs: it finds "
                + found.path("result").path("id").asString("nothing"));
        protocol.expect(found.path("result").path("id").asString("").equals(first.remoteId()), "find_ticket: " + found);
    }

    private void manyAtOnce() throws IOException, InterruptedException {
        protocol.chapter(AT_ONCE + " calls at once under a new key, over two processes, to a vendor that answers late");
        Ask ticket = Ask.ticket(ACME, "approval-18", "LOW", "");
        protocol.expectEffects(ticket, 1);
        stage.vendorControl().answerLate(Duration.ofMillis(800));
        List<Answer> answers = atOnce(ticket);
        long executed = answers.stream()
                .filter(answer -> answer.decision().equals("execute"))
                .count();
        protocol.expect(executed == 1, executed + " of the calls were executed");
        boolean executedSeen = false;
        for (int i = 0; i < answers.size(); i++) {
            Answer answer = answers.get(i);
            boolean execute = answer.decision().equals("execute") && !executedSeen;
            executedSeen |= execute;
            protocol.call(
                    ticket, (i + 1) + " of " + AT_ONCE, answer, execute ? "execute" : "replay", answer.remoteId());
        }
        protocol.expect(answers.stream().map(Answer::receipt).distinct().count() == 1, "the receipts differ");
    }

    private List<Answer> atOnce(Ask ask) {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<CompletableFuture<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                Desk at = i % 2 == 0 ? desk : other;
                calls.add(CompletableFuture.supplyAsync(() -> uninterrupted(at, ask), threads));
            }
            return calls.stream().map(CompletableFuture::join).toList();
        } finally {
            threads.shutdown();
        }
    }

    private void lostAnswer() throws IOException, InterruptedException {
        protocol.chapter("The vendor creates the ticket, and its answer is lost");
        Ask ticket = Ask.ticket(ACME, "approval-19", "HIGH", "");
        protocol.expectEffects(ticket, 1);
        stage.vendorControl().dropNextAnswer();
        Answer failed = ask(desk, ticket, "the call gets its own failure", "in_doubt");
        protocol.detail(failed.text("failure"));
        protocol.expect(!failed.text("failure").isEmpty(), "the first caller does not see its own failure");
        inDoubt(ask(other, ticket, "a retry: not sent again, and said so", "in_doubt"));
    }

    private void killedOwner() throws IOException, InterruptedException, TimeoutException {
        protocol.chapter("A desk is killed (SIGKILL) after the vendor created the ticket");
        Ask ticket = Ask.ticket(ACME, "approval-20", "HIGH", "");
        protocol.expectEffects(ticket, 1);
        stage.vendorControl().holdNextAnswer();
        CompletableFuture<Answer> cutOff = CompletableFuture.supplyAsync(() -> uninterrupted(doomed, ticket));
        stage.vendorControl().awaitStruck(PATIENCE);
        doomed.process().kill();
        stage.vendorControl().release();
        protocol.call(ticket, "the call to the killed desk", cutOff.join(), Answer.NO_ANSWER, "");

        long start = System.nanoTime();
        Answer retry = ticket.of(desk);
        String waited = String.format(Locale.ROOT, "waited %.1f s for its lease", (System.nanoTime() - start) / 1e9);
        protocol.call(ticket, "a retry from another process", retry, "in_doubt", waited);
        inDoubt(retry);
        ask(other, ticket, "and again: time alone settles nothing", "in_doubt");
    }

    private void otherOperations() throws InterruptedException {
        protocol.chapter("Other operations are other operations");
        Ask second = Ask.ticket(ACME, "approval-21", "HIGH", "Nobody can pay.");
        protocol.expectEffects(second, 1);
        ask(desk, second, "the same arguments under another approval", "execute");
        Ask stranger = Ask.ticket(GLOBEX, "approval-17", "HIGH", "Nobody can pay.");
        protocol.expectEffects(stranger, 1);
        ask(desk, stranger, "another tenant with the same ids", "execute");
    }

    private void refund() throws IOException, InterruptedException {
        protocol.chapter("A refund: the vendor deduplicates on the key that the desk forwards");
        Ask refund = Ask.refund(ACME, "approval-22", "pay-1", "12.50");
        protocol.expectEffects(refund, 1);
        Answer first = ask(desk, refund, "the first call", "execute");
        same(first, ask(other, refund, "the same call again, from another process", "replay"));

        String key = stage.effects().of(refund.operation()).stream()
                .map(Effects.Effect::key)
                .findFirst()
                .orElse("");
        protocol.detail("forwarded as Idempotency-Key: " + key);
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("reference", "acme/pay-1/approval-22");
        order.put("paymentId", "pay-1");
        order.put("amount", new BigDecimal("12.50"));
        order.put("currency", "EUR");
        Http.Reply again = stage.vendor().post("/refunds", Map.of("Idempotency-Key", key), order);
        boolean deduplicated =
                again.headers().firstValue("Idempotent-Replayed").orElse("").equals("true")
                        && again.body().path("id").asString("").equals(first.remoteId());
        protocol.detail("sent to the vendor once more, past the desk: "
                + again.body().path("id").asString("?") + (deduplicated ? ", deduplicated by the vendor" : ""));
        protocol.expect(deduplicated, "the vendor created another refund: " + again);
    }

    private void refused() throws IOException, InterruptedException {
        protocol.chapter("A call without a tenant");
        Ask refused = Ask.ticket(new Caller(null, "conv-9"), "approval-23", "HIGH", "");
        protocol.expectEffects(refused, 0);
        int before = stage.effects().all().size();
        Answer answer = ask(desk, refused, "refused before anything happens", "rejected");
        protocol.detail(answer.text("code") + ": " + answer.text("message"));
        protocol.expect(answer.text("code").equals("MissingContext"), "the refusal has another code");
        protocol.expect(stage.effects().all().size() == before, "something is in the ledger");
    }

    private Answer ask(Desk at, Ask ask, String what, String expected) throws InterruptedException {
        Answer answer = ask.of(at);
        protocol.call(ask, what, answer, expected, answer.remoteId());
        return answer;
    }

    private void same(Answer first, Answer replay) {
        protocol.expect(replay.receipt().equals(first.receipt()), "the receipt differs from " + first.receipt());
        protocol.expect(
                replay.body().path("result").equals(first.body().path("result")),
                "the result differs from " + first.body().path("result"));
    }

    private void inDoubt(Answer answer) {
        protocol.detail(answer.text("message"));
        protocol.expect(
                answer.text("message").contains("Do not call it again"), "the words do not say not to call again");
        protocol.expect(answer.text("next_action").equals("ask_a_human"), "the next action is another one");
    }

    private static Answer uninterrupted(Desk desk, Ask ask) {
        try {
            return ask.of(desk);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while calling a desk", e);
        }
    }
}
