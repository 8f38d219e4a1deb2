package dev.retrysafe.samples.chaos.check;

import dev.retrysafe.observe.Incident;
import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.plan.Operation;
import dev.retrysafe.samples.chaos.plan.Tool;
import dev.retrysafe.store.OperationId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds what callers were told against the ledger and the store. Pure: no clock, no files. */
public final class Checker {

    /** The namespace of all workers. */
    public static final String NAMESPACE = "chaos";

    /** What a call may still be told once another one was told "done". */
    private static final Set<String> AFTER_SUCCESS = Set.of("replay", "store_unavailable");

    /** Incidents that report a violation. */
    private static final Set<String> ALARMING =
            Set.of(Incident.Kind.SECOND_EFFECT.word(), Incident.Kind.OUTCOME_DIFFERS.word());

    /** Incidents that nothing in a campaign accounts for. */
    private static final Set<String> UNCALLED_FOR = Set.of(
            Incident.Kind.CLASSIFIER_FAILED.word(),
            Incident.Kind.RECEIPT_PATH_FAILED.word(),
            Incident.Kind.KEY_NOT_FORWARDED.word());

    private final Evidence evidence;

    private final Verdict verdict;

    private final Map<String, Operation> operationsByName = new HashMap<>();

    private final Map<Integer, List<Call>> calls = new HashMap<>();

    private final Map<String, List<Effect>> effectsByName = new HashMap<>();

    private final Map<String, Effect> effectsById = new HashMap<>();

    private final Map<String, List<Request>> requestsByName = new HashMap<>();

    private final Map<String, List<Trail.Absence>> absencesByName = new HashMap<>();

    private final Troubles troubles;

    private Checker(Evidence evidence) {
        verdict = new Verdict(evidence.calls().size());
        Trail trail = evidence.trail();
        troubles = new Troubles(trail == null ? List.of() : trail.troubles());
        if (trail != null) {
            trail.requests()
                    .forEach(request -> requestsByName
                            .computeIfAbsent(request.name(), n -> new ArrayList<>())
                            .add(request));
            trail.absences()
                    .forEach(absence -> absencesByName
                            .computeIfAbsent(absence.name(), n -> new ArrayList<>())
                            .add(absence));
        }
        this.evidence = evidence;
        evidence.operations().forEach(operation -> operationsByName.put(operation.name(), operation));
        evidence.calls()
                .forEach(call -> calls.computeIfAbsent(call.operation(), o -> new ArrayList<>())
                        .add(call));
        evidence.effects().forEach(effect -> {
            effectsByName.computeIfAbsent(effect.name(), n -> new ArrayList<>()).add(effect);
            effectsById.put(effect.id(), effect);
        });
    }

    /**
     * Checks.
     *
     * @param evidence all of it
     * @return what is wrong
     */
    public static Verdict check(Evidence evidence) {
        Checker checker = new Checker(evidence);
        checker.checkLedger();
        for (Operation operation : evidence.operations()) {
            List<Call> ofOperation = checker.calls.getOrDefault(operation.index(), List.of());
            checker.checkAnswers(operation, ofOperation);
            checker.checkNothingVanished(operation, ofOperation);
            if (evidence.trail() != null) {
                checker.explain(operation, ofOperation);
            }
            if (evidence.records() != null) {
                StoredRecord record = evidence.records().get(hash(operation));
                checker.checkRecord(operation, ofOperation, record);
                checker.checkSettled(operation, ofOperation, record);
            }
        }
        if (evidence.trail() != null) {
            checker.checkAlarms(evidence.trail());
        }
        if (evidence.records() != null) {
            checker.checkExpiry(evidence.records());
        }
        return checker.verdict;
    }

    private void explain(Operation operation, List<Call> ofOperation) {
        List<Request> requests = requestsByName.getOrDefault(operation.name(), List.of());
        new Explanations(operation, ofOperation, requests, troubles, verdict).check();
        new Licences(
                        operation,
                        ofOperation,
                        requests,
                        absencesByName.getOrDefault(operation.name(), List.of()),
                        verdict)
                .check();
    }

    private void checkAlarms(Trail trail) {
        boolean recordsMayBeLost = trail.troubles().stream().anyMatch(t -> t.kind() == Fault.Kind.FAIL_OVER);
        for (Alarm alarm : trail.alarms()) {
            if (ALARMING.contains(alarm.kind())) {
                verdict.add(Violation.MIXED, alarm.key(), "the library says so: " + alarm);
            } else if (UNCALLED_FOR.contains(alarm.kind())
                    || (alarm.kind().equals(Incident.Kind.RECORD_LOST.word()) && !recordsMayBeLost)) {
                verdict.add(Violation.UNEXPLAINED, alarm.key(), "nothing here gives rise to it: " + alarm);
            }
        }
    }

    /** Of all records, also of those of the rehearsal. */
    private void checkExpiry(Map<String, StoredRecord> records) {
        records.forEach((hash, record) -> {
            if (record.isOpen() && record.expires()) {
                verdict.add(Violation.LOST, nameOf(hash), "an open record that will expire: " + record);
            } else if (!record.isOpen() && !record.expires()) {
                verdict.add(Violation.EVERLASTING, nameOf(hash), "a settled record that will not expire: " + record);
            }
        });
    }

    private String nameOf(String hash) {
        return evidence.operations().stream()
                .filter(operation -> hash(operation).equals(hash))
                .map(Operation::name)
                .findFirst()
                .orElse("record " + hash);
    }

    /**
     * The hash under which stores keep an operation.
     *
     * @param operation the operation
     * @return in hex
     */
    public static String hash(Operation operation) {
        return HexFormat.of()
                .formatHex(new OperationId(
                                NAMESPACE, operation.tenant(), operation.tool().word(), operation.key())
                        .hash());
    }

    private void checkLedger() {
        effectsByName.forEach((name, effects) -> {
            if (effects.size() > 1) {
                verdict.add(Violation.DUPLICATE, name, "applied as " + effects);
            }
        });
        for (Effect effect : evidence.effects()) {
            Operation operation = operationsByName.get(effect.name());
            if (operation == null) {
                verdict.add(Violation.PHANTOM, effect.name(), "no such operation: " + effect);
            } else if (operation.amount() != effect.amount()) {
                verdict.add(Violation.PHANTOM, effect.name(), operation.amount() + " was asked for: " + effect);
            } else if (calls.getOrDefault(operation.index(), List.of()).stream()
                    .noneMatch(call -> call.begun() <= effect.at())) {
                verdict.add(Violation.PHANTOM, effect.name(), "nobody had asked for it: " + effect);
            }
        }
    }

    private void checkAnswers(Operation operation, List<Call> ofOperation) {
        String name = operation.name();
        String first = null;
        for (Call call : ofOperation) {
            Call.Told told = call.told();
            if (told == null || !told.isSuccess()) {
                continue;
            }
            Effect effect = effectsById.get(told.receiptId());
            if (effect == null) {
                verdict.add(Violation.LOST, name, "the ledger has no such effect: " + call);
            } else if (!effect.name().equals(name)) {
                verdict.add(Violation.MIXED, name, "a receipt of another operation: " + call + ", " + effect);
            }
            boolean ownResult = told.entryId().equals(told.receiptId())
                    && told.entryName().equals(name)
                    && told.amount().equals(Long.toString(operation.amount()));
            if (!ownResult) {
                verdict.add(Violation.MIXED, name, "a result that is not its own: " + call);
            }
            if (first == null) {
                first = told.receiptId();
            } else if (!first.equals(told.receiptId())) {
                verdict.add(Violation.MIXED, name, "two receipts: " + first + ", " + call);
            }
        }
    }

    private void checkNothingVanished(Operation operation, List<Call> ofOperation) {
        long done = ofOperation.stream()
                .map(Call::told)
                .filter(told -> told != null && told.isSuccess())
                .mapToLong(told -> told == null ? 0 : told.at())
                .min()
                .orElse(Long.MAX_VALUE);
        for (Call call : ofOperation) {
            if (call.begun() > done
                    && call.told() != null
                    && !AFTER_SUCCESS.contains(call.told().word())) {
                verdict.add(Violation.LOST, operation.name(), "a receipt was there before: " + call);
            }
        }
    }

    private void checkRecord(Operation operation, List<Call> ofOperation, @Nullable StoredRecord record) {
        String name = operation.name();
        String stored = record != null && record.state() == StoredRecord.State.COMMITTED ? record.remoteId() : null;
        for (Call call : ofOperation) {
            Call.Told told = call.told();
            if (told != null && told.isSuccess() && !told.receiptId().equals(stored)) {
                verdict.add(Violation.LOST, name, "the store holds " + record + ": " + call);
            }
        }
        if (stored != null && !effectsById.containsKey(stored)) {
            verdict.add(Violation.LOST, name, "the store has a receipt of what the ledger has not: " + record);
        }
    }

    /** What the last call was told is what its tool can make of it. */
    private void checkSettled(Operation operation, List<Call> ofOperation, @Nullable StoredRecord record) {
        Call.Told last = ofOperation.stream()
                .map(Call::told)
                .filter(told -> told != null)
                .max(Comparator.comparingLong(Call.Told::at))
                .orElse(null);
        boolean mayBeInDoubt = operation.tool() == Tool.POST_NOTE
                || (operation.tool() == Tool.OPEN_TICKET && !effectsByName.containsKey(operation.name()));
        boolean settled = last != null && (last.isSuccess() || (last.word().equals("in_doubt") && mayBeInDoubt));
        if (!settled) {
            verdict.add(Violation.UNSETTLED, operation.name(), "at last " + last + ", the store holding " + record);
        } else if (record == null || record.state() == StoredRecord.State.PENDING) {
            verdict.add(Violation.UNSETTLED, operation.name(), "the store holds " + record);
        }
    }
}
