package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.CallContext;
import dev.retrysafe.CommitReceipt;
import dev.retrysafe.Outcome;
import dev.retrysafe.SideEffects;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.samples.chaos.plan.Operation;
import dev.retrysafe.samples.chaos.plan.Plan;
import dev.retrysafe.samples.chaos.plan.Tool;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.tool.ToolMethod;
import dev.retrysafe.tool.ToolRegistry;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The library: annotated tools, their generated code, and an engine on a real store. */
final class RetrysafeGuard implements Guard {

    private static final Duration WAIT_AT_MOST = Duration.ofMillis(300);

    private static final Duration COMMIT_BUDGET = Duration.ofMillis(1_500);

    private record Target(ToolMethod tool, Method method) {}

    private final Tools tools;

    private final SideEffectEngine engine;

    private final Map<Tool, Target> targets = new EnumMap<>(Tool.class);

    RetrysafeGuard(Tools tools, EffectStore store, String name, WorkerLog log) {
        this.tools = tools;
        engine = SideEffectEngine.builder()
                .store(new WatchedStore(store, log))
                .namespace("chaos")
                .actor(name)
                .lease(Duration.ofMillis(Plan.LEASE_MILLIS))
                .waitAtMost(WAIT_AT_MOST)
                .commitBudget(COMMIT_BUDGET)
                .listener(new SideEffectListener() {
                    @Override
                    public void incident(Incident incident) {
                        log.incident(incident.kind().word(), incident.key(), incident.fence(), incident.detail());
                    }
                })
                .build();
        ToolRegistry registry = new ToolRegistry();
        for (Method method : Tools.class.getDeclaredMethods()) {
            ToolMethod tool = registry.find(Tools.class, method);
            if (tool != null) {
                engine.check(tool);
                targets.put(toolOf(tool.definition().tool()), new Target(tool, method));
            }
        }
    }

    private static Tool toolOf(String word) {
        return Arrays.stream(Tool.values())
                .filter(tool -> tool.word().equals(word))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Answer call(Operation operation) {
        CallContext context = CallContext.builder().tenant(operation.tenant()).build();
        try (CallContext.Scope scope = context.open()) {
            Outcome<Entry> outcome = SideEffects.attempt(() -> execute(operation));
            Throwable failure = outcome.failure();
            if (failure != null) {
                return failed(outcome, failure);
            }
            CommitReceipt receipt = outcome.receipt();
            return new Answer(
                    outcome.replayed() ? Answer.REPLAY : Answer.EXECUTE,
                    receipt == null ? null : receipt.remoteId(),
                    outcome.value(),
                    "-");
        }
    }

    /** What the method threw proves that nothing happened only if it is the ledger's own refusal. */
    private static Answer failed(Outcome<Entry> outcome, Throwable failure) {
        String status = String.valueOf(outcome.toMap().get("status"));
        if (!status.equals(CommitReceipt.FAILED)) {
            return Answer.failed(status, failure);
        }
        return failure instanceof RefusedException
                ? Answer.failed(Answer.REFUSED, failure)
                : Answer.unexpected(failure);
    }

    private @Nullable Entry execute(Operation operation) throws Exception {
        Target target = targets.get(operation.tool());
        if (target == null) {
            throw new IllegalStateException("no method for " + operation.tool());
        }
        try {
            return (Entry) engine.call(
                    new ToolCall(target.tool, tools, target.method, operation.decision(), operation.amount()));
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }
}
