package dev.retrysafe.engine;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.Takeover;
import java.util.function.Supplier;

/** Asks the store for an operation. A claim whose answer never came may exist, or come to exist: it is taken back. */
final class Claims {

    private final EffectStore store;

    private final Committer committer;

    Claims(EffectStore store, Committer committer) {
        this.store = store;
        this.committer = committer;
    }

    ClaimReply claim(ClaimRequest request) {
        return ask(request, () -> store.claim(request));
    }

    ClaimReply takeOver(ClaimRequest request, Takeover takeover) {
        return ask(request, () -> store.takeOver(request, takeover));
    }

    private ClaimReply ask(ClaimRequest request, Supplier<ClaimReply> command) {
        try {
            return command.get();
        } catch (EffectStoreException e) {
            if (e.reason() == EffectStoreException.Reason.UNAVAILABLE) {
                committer.takeBack(
                        "take back the claim of " + request.operation().key(),
                        () -> store.release(new Claim(request, 0)));
            }
            throw e;
        }
    }

    /** Gives back a claim under which nothing was done. */
    void giveBack(Attempt attempt) {
        committer.takeBack(
                "release " + attempt.request().operation().key() + " unused", () -> store.release(attempt.claim()));
    }
}
