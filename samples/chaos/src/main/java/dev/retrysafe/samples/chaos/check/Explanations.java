package dev.retrysafe.samples.chaos.check;

import dev.retrysafe.samples.chaos.plan.Operation;
import dev.retrysafe.samples.chaos.plan.Plan;
import java.util.List;

/**
 * Asks of every failure and doubt of one operation what brought it about: a fault that struck the operation's workers, its
 * requests or the store, and that did so in time. What is not accounted for is the library's doing.
 */
final class Explanations {

    /** What a caller's timer may be early by, the request having been on its way. */
    private static final long TIMER_MICROS = 200_000;

    private final Operation operation;

    private final List<Call> calls;

    private final List<Request> requests;

    private final Troubles troubles;

    private final Verdict verdict;

    Explanations(Operation operation, List<Call> calls, List<Request> requests, Troubles troubles, Verdict verdict) {
        this.operation = operation;
        this.calls = calls;
        this.requests = requests;
        this.troubles = troubles;
        this.verdict = verdict;
    }

    void check() {
        for (Call call : calls) {
            Call.Told told = call.told();
            if (told == null) {
                if (!troubles.wasKilled(call, Long.MAX_VALUE)) {
                    verdict.add(Violation.UNEXPLAINED, operation.name(), "never answered, by a living worker: " + call);
                }
            } else if (!isExplained(call, told)) {
                boolean waited = told.at() - call.begun() >= Plan.STORE_PATIENCE_MILLIS * 1000L;
                verdict.add(
                        waited ? Violation.OVERDUE : Violation.UNEXPLAINED,
                        operation.name(),
                        "no fault accounts for it: " + call);
            }
        }
    }

    private boolean isExplained(Call call, Call.Told told) {
        return switch (told.word()) {
            case "execute", "replay", "in_progress" -> true;
            case "in_doubt" -> mayBeInDoubt(told.at());
            case "refused" -> wasRefused(call, told.at());
            case "store_unavailable", "not_stored" ->
                troubles.storeFailed(call.begun(), told.at())
                        || troubles.stoodStill(call.run(), call.begun(), told.at())
                        || isLockedOut(call.begun(), told.at());
            // Nothing in a campaign gives rise to anything else.
            default -> false;
        };
    }

    /** In a database, whoever stands still in the middle of a command keeps the lock on the record's row. */
    private boolean isLockedOut(long begin, long end) {
        return calls.stream()
                .anyMatch(other -> other.begun() <= end
                        && other.endedBy(end) >= begin
                        && troubles.stoodStill(other.run(), begin, end));
    }

    private boolean wasRefused(Call call, long at) {
        return requests.stream()
                .anyMatch(request ->
                        request.fate() == Request.Fate.REFUSED && request.at() >= call.begun() && request.at() <= at);
    }

    private boolean mayBeInDoubt(long at) {
        return calls.stream()
                        .filter(call -> call.begun() <= at && mayHoldClaim(call))
                        .anyMatch(call ->
                                troubles.fellSilent(call, at) || troubles.storeFailed(call.begun(), call.endedBy(at)))
                || requests.stream().anyMatch(request -> leavesDoubt(request, at));
    }

    /** The answer to its claim may have been lost with its worker, or on the way from the store. */
    private static boolean mayHoldClaim(Call call) {
        return call.claimed() != null
                || call.told() == null
                || call.told().word().equals("store_unavailable");
    }

    private boolean leavesDoubt(Request request, long at) {
        if (request.at() > at) {
            return false;
        }
        if (request.dropped() || request.fate() == Request.Fate.FAILED) {
            return true;
        }
        if (request.fate() == Request.Fate.REFUSED && wasTakeover(request)) {
            return true;
        }
        long givenUp = request.at() + Plan.patienceMillis(operation.amount()) * 1000L - TIMER_MICROS;
        return request.answeredAt() > givenUp && at >= givenUp;
    }

    /** Refused it was, but an earlier request may still be under way. */
    private boolean wasTakeover(Request request) {
        return calls.stream()
                .anyMatch(call -> call.claimed() != null
                        && call.claimed().takeover()
                        && call.sent().stream().anyMatch(sent -> sent <= request.at()));
    }
}
