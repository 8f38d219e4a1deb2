package dev.retrysafe.engine;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.LocalTransaction;
import dev.retrysafe.store.LocalTransactions;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose every failure is an {@link EffectStoreException}: its own bugs, too, must not look like the tool's. So is
 * an Error's, one of the virtual machine's included: the command may have taken place, and a receipt that is given up for
 * lack of memory or of a driver's class is as lost as any. It stays the cause, and a machine that cannot go on says so
 * again soon.
 */
final class GuardedStore implements EffectStore {

    private final EffectStore store;

    GuardedStore(EffectStore store) {
        this.store = store;
    }

    private static <T> T guard(String command, Supplier<T> ask) {
        try {
            return ask.get();
        } catch (EffectStoreException e) {
            throw e;
        } catch (Throwable t) {
            // Checked ones too: stores are also written in languages that do not declare them.
            throw new EffectStoreException(
                    EffectStoreException.Reason.UNAVAILABLE,
                    "the store failed at " + command + " with " + t.getClass().getName(),
                    t);
        }
    }

    @Override
    public ClaimReply claim(ClaimRequest request) {
        return guard("claim", () -> store.claim(request));
    }

    @Override
    public ClaimReply look(ClaimRequest request) {
        return guard("look", () -> store.look(request));
    }

    @Override
    public WriteReply renew(Claim claim) {
        return guard("renew", () -> store.renew(claim));
    }

    @Override
    public CommitReply commit(Claim claim, NewOutcome outcome) {
        return guard("commit", () -> store.commit(claim, outcome));
    }

    @Override
    public ClaimReply takeOver(ClaimRequest request, Takeover takeover) {
        return guard("takeOver", () -> store.takeOver(request, takeover));
    }

    @Override
    public CommitReply found(ClaimRequest request, long fenceSeen, NewOutcome outcome) {
        return guard("found", () -> store.found(request, fenceSeen, outcome));
    }

    @Override
    public boolean supportsRecovery() {
        return store.supportsRecovery();
    }

    @Override
    public OpenPage open(OpenQuery query) {
        return guard("open", () -> store.open(query));
    }

    @Override
    public @Nullable RecordView show(RecordId id) {
        return guard("show", () -> Optional.ofNullable(store.show(id))).orElse(null);
    }

    @Override
    public ResolveReply resolve(RecordId id, long fenceSeen, Resolution resolution) {
        return guard("resolve", () -> store.resolve(id, fenceSeen, resolution));
    }

    @Override
    public boolean supportsResolution() {
        return store.supportsResolution();
    }

    @Override
    public WriteReply release(Claim claim) {
        return guard("release", () -> store.release(claim));
    }

    @Override
    public WriteReply markInDoubt(Claim claim, String failure) {
        return guard("markInDoubt", () -> store.markInDoubt(claim, failure));
    }

    @Override
    public Watch watch(OperationId operation, Runnable changed) {
        return guard("watch", () -> store.watch(operation, changed));
    }

    @Override
    public boolean supportsLocalTransaction() {
        return store.supportsLocalTransaction();
    }

    @Override
    public @Nullable LocalTransactions localTransactions() {
        LocalTransactions offered = store.localTransactions();
        return offered == null ? null : new GuardedTransactions(offered);
    }

    @Override
    public String kind() {
        return store.kind();
    }

    private record GuardedTransactions(LocalTransactions transactions) implements LocalTransactions {

        @Override
        public void check() {
            transactions.check();
        }

        @Override
        public LocalTransaction claim(ClaimRequest request, Duration waitAtMost) {
            return new GuardedTransaction(guard("claim", () -> transactions.claim(request, waitAtMost)));
        }

        @Override
        public CommitReply settle(Claim claim) {
            return guard("settle", () -> transactions.settle(claim));
        }

        @Override
        public CommitReply fail(ClaimRequest request, NewOutcome failure) {
            return guard("fail", () -> transactions.fail(request, failure));
        }
    }

    private record GuardedTransaction(LocalTransaction transaction) implements LocalTransaction {

        @Override
        public ClaimReply reply() {
            return transaction.reply();
        }

        @Override
        public CommitReply commit(Claim claim, NewOutcome outcome) {
            return guard("commit", () -> transaction.commit(claim, outcome));
        }

        @Override
        public @Nullable Throwable failedAfterCommit() {
            return transaction.failedAfterCommit();
        }

        @Override
        public void close() {
            transaction.close();
        }
    }
}
