package dev.retrysafe.spring;

import dev.retrysafe.operations.PersonDecision;
import dev.retrysafe.operations.RecordFilter;
import dev.retrysafe.operations.SeenRecord;
import dev.retrysafe.operations.Settled;
import dev.retrysafe.operations.Settled.Answer;
import dev.retrysafe.operations.SideEffectOperations;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution.Verdict;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Actuator's endpoint {@code sideeffects}: what is open, and a person's decisions about it. There by web only, and with no
 * access until the application gives some; parameters are named as the JSON is.
 */
@WebEndpoint(id = "sideeffects", defaultAccess = Access.NONE)
@SuppressWarnings("MemberName")
final class OperationsEndpoint {

    private static final int MULTI_STATUS = 207;
    private static final int CONFLICT = 409;
    private static final int NOT_IMPLEMENTED = 501;
    private static final int PAGE = 100;

    private final SideEffectOperations operations;

    OperationsEndpoint(SideEffectOperations operations) {
        this.operations = operations;
    }

    /** Lists open records, oldest first. */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> list(
            @Nullable String tenant,
            @Nullable String tool,
            @Nullable String state,
            @Nullable String after,
            @Nullable String limit) {
        return answered(() -> {
            RecordFilter filter = new RecordFilter(tenant, tool, RequestText.state(state));
            OpenQuery.Position from = after == null ? null : RequestText.position(after);
            int most = limit == null ? PAGE : (int) RequestText.number("limit", limit);
            OpenPage page = operations.openRecords(filter, from, most);
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("records", page.records().stream().map(RecordJson::of).toList());
            if (page.next() != null) {
                body.put("next", RequestText.of(page.next()));
            }
            return new WebEndpointResponse<>(body);
        });
    }

    /** Shows one record. */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> show(@Selector String record) {
        return answered(() -> {
            RecordView view = operations.show(new RecordId(record));
            return view == null ? unknown(record) : new WebEndpointResponse<>(RecordJson.of(view));
        });
    }

    /** Settles one record. */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> resolve(
            SecurityContext caller,
            @Selector String record,
            String fence,
            String decision_id,
            String verdict,
            @Nullable String remote_id,
            @Nullable String remote_url,
            @Nullable String by,
            String why) {
        return answered(() -> {
            SeenRecord seen = new SeenRecord(new RecordId(record), RequestText.number("fence", fence));
            Settled settled =
                    operations.resolve(seen, decision(caller, decision_id, verdict, remote_id, remote_url, by, why));
            return settled.answer() == Answer.UNKNOWN
                    ? unknown(record)
                    : new WebEndpointResponse<>(answer(settled), status(settled));
        });
    }

    /** Settles many records by one decision. */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> resolveAll(
            SecurityContext caller,
            String records,
            String decision_id,
            String verdict,
            @Nullable String by,
            String why) {
        return answered(() -> {
            List<Settled> all = operations.resolveAll(
                    RequestText.records(records), decision(caller, decision_id, verdict, null, null, by, why));
            boolean alike = all.stream().allMatch(settled -> settled.answer() == Answer.RESOLVED);
            return new WebEndpointResponse<>(
                    Map.of(
                            "answers",
                            all.stream().map(OperationsEndpoint::answer).toList()),
                    alike ? WebEndpointResponse.STATUS_OK : MULTI_STATUS);
        });
    }

    /** Whoever is logged in decides in nobody else's name. */
    private static PersonDecision decision(
            SecurityContext caller,
            String id,
            String verdict,
            @Nullable String remoteId,
            @Nullable String remoteUrl,
            @Nullable String by,
            String why) {
        Principal principal = caller.getPrincipal();
        if (principal != null && by != null && !by.equals(principal.getName())) {
            throw new IllegalArgumentException("you are logged in as " + principal.getName() + ": leave \"by\" out");
        }
        String who = principal == null ? by : principal.getName();
        Verdict meant = RequestText.verdict(verdict);
        return new PersonDecision(id, meant, remoteId, remoteUrl, who == null ? "" : who, why);
    }

    private static Map<String, Object> answer(Settled settled) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("answer", settled.answer().word());
        body.put("record_id", settled.seen().id().value());
        body.put("fence", settled.seen().fence());
        if (settled.record() != null) {
            body.put("record", RecordJson.of(settled.record()));
        }
        if (settled.failure() != null) {
            body.put("message", String.valueOf(settled.failure().getMessage()));
        }
        return body;
    }

    private static int status(Settled settled) {
        return settled.answer() == Answer.RESOLVED ? WebEndpointResponse.STATUS_OK : CONFLICT;
    }

    private static WebEndpointResponse<Map<String, Object>> unknown(String record) {
        return problem(
                WebEndpointResponse.STATUS_NOT_FOUND,
                "unknown",
                "there is no record " + record + " in this application's namespace, or it has expired");
    }

    private static WebEndpointResponse<Map<String, Object>> answered(
            Supplier<WebEndpointResponse<Map<String, Object>>> ask) {
        try {
            return ask.get();
        } catch (IllegalArgumentException e) {
            return problem(WebEndpointResponse.STATUS_BAD_REQUEST, "bad_request", String.valueOf(e.getMessage()));
        } catch (UnsupportedOperationException e) {
            return problem(NOT_IMPLEMENTED, "unsupported", String.valueOf(e.getMessage()));
        } catch (EffectStoreException e) {
            return problem(
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
                    Answer.NO_ANSWER.word(),
                    e.getMessage() + " A decision may have been kept all the same: send it again, unchanged.");
        }
    }

    private static WebEndpointResponse<Map<String, Object>> problem(int status, String answer, String message) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("answer", answer);
        body.put("message", message);
        return new WebEndpointResponse<>(body, status);
    }
}
