package dev.retrysafe.samples.chaos.check;

import dev.retrysafe.samples.chaos.plan.Operation;
import dev.retrysafe.samples.chaos.plan.Plan;
import dev.retrysafe.samples.chaos.plan.Tool;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Asks of every request for one operation's effect what allowed it to leave, whether or not it had an effect in the end: a
 * claim, and of a tool whose effect is not to be sent twice, that the request before it was refused and the claim given
 * back, or that its absence was to be trusted by then.
 */
final class Licences {

    private record Sending(long at, Call call, Call.Claimed claim) {}

    private final Operation operation;

    private final List<Call> calls;

    private final List<Request> requests;

    private final List<Trail.Absence> absences;

    private final Verdict verdict;

    Licences(
            Operation operation,
            List<Call> calls,
            List<Request> requests,
            List<Trail.Absence> absences,
            Verdict verdict) {
        this.operation = operation;
        this.calls = calls;
        this.requests = requests;
        this.absences = absences;
        this.verdict = verdict;
    }

    void check() {
        for (Call call : calls) {
            Call.Told told = call.told();
            if (told != null && told.word().equals("execute") && call.sent().isEmpty()) {
                unlicensed("executed, and nothing was sent: " + call);
            }
            Call.Claimed claimed = call.claimed();
            if (!call.sent().isEmpty()
                    && (claimed == null || claimed.at() > call.sent().get(0))) {
                unlicensed("sent without a claim: " + call);
            }
        }
        long sendings = calls.stream().mapToLong(call -> call.sent().size()).sum();
        if (requests.size() > sendings) {
            unlicensed("sent " + sendings + " times, and the ledger got " + requests);
        }
        if (operation.tool() != Tool.PAY_REFUND) {
            checkSentOnce();
        }
    }

    private void checkSentOnce() {
        List<Sending> sendings = calls.stream()
                .flatMap(Licences::sendings)
                .sorted(Comparator.comparingLong(Sending::at))
                .toList();
        for (int i = 1; i < sendings.size(); i++) {
            Sending before = sendings.get(i - 1);
            Sending again = sendings.get(i);
            boolean allowed = again.claim().takeover() ? isAbsenceTrusted(before, again) : wasGivenBack(before, again);
            if (!allowed) {
                unlicensed("sent again: " + again.call() + " after " + before.call());
            }
        }
    }

    private static Stream<Sending> sendings(Call call) {
        Call.Claimed claim = call.claimed();
        return claim == null ? Stream.empty() : call.sent().stream().map(at -> new Sending(at, call, claim));
    }

    /** Only a first claim can be given back: what follows is then no takeover either. */
    private boolean wasGivenBack(Sending before, Sending again) {
        return !before.claim().takeover()
                && requests.stream()
                        .anyMatch(request -> request.fate() == Request.Fate.REFUSED
                                && request.at() >= before.at()
                                && request.at() <= again.claim().at());
    }

    /** The doubt came after the claim, so it was not older than the claim when the lookup was asked. */
    private boolean isAbsenceTrusted(Sending before, Sending again) {
        long trusted = before.claim().at() + Plan.TRUST_MILLIS * 1000L;
        return operation.tool() == Tool.BOOK_SEAT
                && absences.stream()
                        .anyMatch(absence -> absence.at() >= trusted
                                && absence.at() <= again.claim().at());
    }

    private void unlicensed(String what) {
        verdict.add(Violation.UNLICENSED, operation.name(), what);
    }
}
