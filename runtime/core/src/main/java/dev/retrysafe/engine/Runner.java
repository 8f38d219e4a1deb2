package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.store.StoredOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Enters the method of an admitted attempt, keeps its lease meanwhile, and ends it when the method is done. */
final class Runner {

    private final LeaseKeeper keeper;

    private final Ending ending;

    private final EngineSettings settings;

    private final Entrance entrance;

    private final Completions completions;

    Runner(LeaseKeeper keeper, Ending ending, EngineSettings settings, Entrance entrance, Completions completions) {
        this.keeper = keeper;
        this.ending = ending;
        this.settings = settings;
        this.entrance = entrance;
        this.completions = completions;
    }

    /**
     * Starts to renew the lease, before the method is entered. Where that fails the claim is given back.
     *
     * @throws SideEffectException when the engine is closed
     * @throws Error when no thread can be had that renews it
     */
    LeaseKeeper.Kept keep(Attempt attempt) {
        try {
            return keeper.keep(attempt, settings.runAtMost(attempt.operation().tool()));
        } catch (RejectedExecutionException e) {
            throw ending.notEntered(attempt);
        } catch (RuntimeException | Error e) {
            ending.giveBack(attempt);
            throw e;
        }
    }

    /** The method is not entered after all: somebody else may have the operation. */
    void giveBack(Attempt attempt) {
        ending.giveBack(attempt);
    }

    /** Runs a method that is done when it returns. */
    @Nullable
    Object run(Attempt attempt, LeaseKeeper.Kept kept, Invocation call, CallReport report) throws Throwable {
        try (kept) {
            confirm(attempt, call, report);
            Object value;
            try {
                value = entrance.proceed(attempt, call);
            } catch (Throwable t) {
                entrance.compare(attempt, call, CallContext.current());
                return threw(attempt, call, t, report);
            }
            entrance.compare(attempt, call, CallContext.current());
            return returned(attempt, call, value, report);
        }
    }

    /** The last step before the method is entered; where it is refused the claim is given back. */
    private void confirm(Attempt attempt, Invocation call, CallReport report) {
        report.reporting(() -> {
            try {
                entrance.confirm(attempt, call);
            } catch (RuntimeException | Error e) {
                ending.giveBack(attempt);
                throw e;
            }
            return null;
        });
    }

    /** Runs a method whose work is done when the future that it returns completes. */
    CompletableFuture<@Nullable Object> runLater(
            Attempt attempt, LeaseKeeper.Kept kept, Invocation call, CallReport report) throws Throwable {
        CallContext context = CallContext.current();
        CompletionStage<?> stage;
        try {
            confirm(attempt, call, report);
        } catch (Throwable t) {
            kept.close();
            throw t;
        }
        try {
            stage = (CompletionStage<?>) entrance.proceed(attempt, call);
        } catch (Throwable t) {
            entrance.compare(attempt, call, context);
            try (kept) {
                return CompletableFuture.completedFuture(threw(attempt, call, t, report));
            }
        }
        // A copy: cancelling it must not touch the work, nor the record.
        CompletableFuture<@Nullable Object> copy = new CompletableFuture<>();
        if (stage == null) {
            stage = CompletableFuture.completedFuture(null);
        }
        // An application's own stage may do anything: whatever it tells first counts, and then nothing more.
        AtomicBoolean heard = new AtomicBoolean();
        try {
            CompletionStage<?> unused = stage.whenComplete((value, failure) -> {
                if (heard.compareAndSet(false, true)) {
                    completions.end(() -> complete(copy, kept, () -> {
                        entrance.compare(attempt, call, context);
                        return completed(attempt, call, value, failure, report);
                    }));
                }
            });
        } catch (Throwable t) {
            if (heard.compareAndSet(false, true)) {
                complete(copy, kept, () -> unheard(attempt, t, report));
            }
        }
        return copy;
    }

    private void complete(
            CompletableFuture<@Nullable Object> copy, LeaseKeeper.Kept kept, CallReport.Answering answering) {
        Object answer;
        try (kept) {
            answer = answering.answer();
        } catch (Throwable t) {
            completions.answer(() -> copy.completeExceptionally(t));
            return;
        }
        completions.answer(() -> copy.complete(answer));
    }

    private @Nullable Object unheard(Attempt attempt, Throwable failure, CallReport report) {
        SideEffectException doubt = ending.unheard(attempt, failure);
        report.refused(doubt);
        throw doubt;
    }

    private @Nullable Object completed(
            Attempt attempt, Invocation call, @Nullable Object value, @Nullable Throwable failure, CallReport report)
            throws Throwable {
        if (failure == null) {
            return returned(attempt, call, value, report);
        }
        Throwable thrown =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return threw(attempt, call, thrown, report);
    }

    /**
     * Ends the attempt.
     *
     * @return the stored result, where another attempt's stands
     * @throws Throwable what was thrown; or a doubt with it as the cause, where it cannot carry one; or what another attempt's stored outcome leads to
     */
    private @Nullable Object threw(Attempt attempt, Invocation call, Throwable thrown, CallReport report)
            throws Throwable {
        StoredOutcome standing;
        try {
            standing = ending.threw(attempt, thrown, report);
        } catch (Throwable t) {
            boolean foreseen = t == thrown || t instanceof SideEffectException;
            if (!foreseen) {
                EngineLog.error(
                        t,
                        "the attempt of {} could not be ended as it should",
                        attempt.operation().key());
            }
            Throwable told = foreseen ? t : thrown;
            report.threw(told);
            throw told;
        }
        return answer(attempt.operation(), call, standing, report);
    }

    /**
     * Answers a call from a stored outcome.
     *
     * @return the result
     * @throws Throwable the failure that was stored; or a refusal when the result is not there to give back
     */
    @Nullable
    Object answer(Operation operation, Invocation call, StoredOutcome outcome, CallReport report) throws Throwable {
        return report.answering(() -> ending.answer(operation, call.tool(), outcome, report));
    }

    private @Nullable Object returned(Attempt attempt, Invocation call, @Nullable Object value, CallReport report)
            throws Throwable {
        return report.answering(() -> ending.returned(attempt, call.tool(), value, report));
    }
}
