package dev.retrysafe.engine;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.Token;
import dev.retrysafe.store.WriteReply;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The in-memory store behind a line that can be cut, before or after a command takes place. Records the commands. */
final class FaultyStore implements EffectStore {

    private final EffectStore store;

    /** As they are sent: the last may not have taken place yet. */
    final List<String> commands = new CopyOnWriteArrayList<>();

    /** Those that took place, as soon as they did, whether or not the answer is lost. */
    final List<String> tookPlace = new CopyOnWriteArrayList<>();

    /** The tokens of the claims. */
    final List<Token> tokens = new CopyOnWriteArrayList<>();

    /** Runs on the caller's thread before a command, which it is given. */
    volatile Consumer<String> before = command -> {};

    /** Runs on the caller's thread before a renewal; what it throws is the renewal's failure. */
    volatile Consumer<Claim> beforeRenewal = claim -> {};

    /** The command whose request is lost; null for none. */
    volatile @Nullable String requestLost;

    /** The command whose answer is lost; null for none. */
    volatile @Nullable String answerLost;

    /** Runs on the caller's thread after a claim; for what happens to an owner between two steps. */
    volatile @Nullable Runnable afterClaim;

    /** Runs on the caller's thread after a takeover. */
    volatile @Nullable Runnable afterTakeover;

    /** What a release is answered that was sent again; null for what was answered first. */
    volatile @Nullable WriteReply releaseResent;

    /** Runs on the caller's thread when a command's answer was lost. */
    volatile @Nullable Runnable afterLoss;

    /** Whether notifications are lost, as of another process on a store that has none. */
    private final boolean silent;

    FaultyStore(EffectStore store) {
        this(store, false);
    }

    FaultyStore(EffectStore store, boolean silent) {
        this.store = store;
        this.silent = silent;
    }

    private <T> T send(String command, Supplier<T> real) {
        commands.add(command);
        before.accept(command);
        if (command.equals(requestLost)) {
            throw new EffectStoreException(EffectStoreException.Reason.UNAVAILABLE, "cut before " + command, null);
        }
        T reply = real.get();
        tookPlace.add(command);
        if (command.equals(answerLost)) {
            run(afterLoss);
            throw new EffectStoreException(EffectStoreException.Reason.UNAVAILABLE, "cut after " + command, null);
        }
        return reply;
    }

    @Override
    public ClaimReply claim(ClaimRequest request) {
        tokens.add(request.token());
        ClaimReply reply = send("claim", () -> store.claim(request));
        run(afterClaim);
        return reply;
    }

    private static void run(@Nullable Runnable then) {
        if (then != null) {
            then.run();
        }
    }

    @Override
    public ClaimReply look(ClaimRequest request) {
        return send("look", () -> store.look(request));
    }

    @Override
    public WriteReply renew(Claim claim) {
        beforeRenewal.accept(claim);
        return send("renew", () -> store.renew(claim));
    }

    @Override
    public CommitReply commit(Claim claim, NewOutcome outcome) {
        return send("commit", () -> store.commit(claim, outcome));
    }

    @Override
    public ClaimReply takeOver(ClaimRequest request, Takeover takeover) {
        ClaimReply reply = send("takeOver", () -> store.takeOver(request, takeover));
        run(afterTakeover);
        return reply;
    }

    @Override
    public CommitReply found(ClaimRequest request, long fenceSeen, NewOutcome outcome) {
        return send("found", () -> store.found(request, fenceSeen, outcome));
    }

    @Override
    public boolean supportsRecovery() {
        return store.supportsRecovery();
    }

    @Override
    public OpenPage open(OpenQuery query) {
        return store.open(query);
    }

    @Override
    public @Nullable RecordView show(RecordId id) {
        return store.show(id);
    }

    @Override
    public ResolveReply resolve(RecordId id, long fenceSeen, Resolution resolution) {
        return store.resolve(id, fenceSeen, resolution);
    }

    @Override
    public boolean supportsResolution() {
        return store.supportsResolution();
    }

    @Override
    public WriteReply release(Claim claim) {
        WriteReply reply = send("release", () -> store.release(claim));
        WriteReply resent = releaseResent;
        return resent == null ? reply : resent;
    }

    @Override
    public WriteReply markInDoubt(Claim claim, String failure) {
        return send("markInDoubt", () -> store.markInDoubt(claim, failure));
    }

    @Override
    public Watch watch(OperationId operation, Runnable changed) {
        if (!silent) {
            return store.watch(operation, changed);
        }
        changed.run();
        return () -> {};
    }

    @Override
    public String kind() {
        return store.kind();
    }
}
