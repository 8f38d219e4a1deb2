package dev.retrysafe.store;

import java.time.Duration;

/**
 * Runs attempts in transactions that their effect and their record share, for tools of the class
 * {@code LOCAL_TRANSACTION}: both are committed together, or neither is. Offered by a store that lies in the
 * application's own database. Safe for many threads; a transaction belongs to the thread that claimed.
 */
public interface LocalTransactions {

    /**
     * Checks, when an application starts, that the transactions are of the store's own database.
     *
     * @throws IllegalStateException when they are not, saying what to do
     */
    void check();

    /**
     * Begins a transaction of its own on this thread, whatever else is running there, and claims an operation in it. The
     * rules are those of {@link EffectStore#claim}. A record that another transaction holds is waited for. Only if the
     * operation is claimed does the transaction stay open, and what runs on this thread takes part in it, until it is
     * committed or closed. No statement in it runs, or waits for a lock, for longer than the claim's lease, which for such
     * tools is their {@code run-at-most}.
     *
     * @param request the claim
     * @param waitAtMost the longest wait for another transaction; zero for next to none
     * @return the transaction, and what the record says: {@link ClaimReply.InProgress} when another transaction held it
     *     for all that time, {@link ClaimReply.Released} when another transaction was waited for and rolled back
     * @throws EffectStoreException when the database could not be asked; nothing took place
     */
    LocalTransaction claim(ClaimRequest request, Duration waitAtMost);

    /**
     * Says whether a commit took place that did not plainly succeed: the record alone is its witness, and no exception's
     * type. From then on that is certain: one that is still under way is waited for, and one that did not take place never
     * will.
     *
     * @param claim the claim that was to be committed
     * @return {@link CommitReply.Stored} when it took place, else {@link CommitReply.Refused}
     * @throws EffectStoreException when the database could not be asked
     */
    CommitReply settle(Claim claim);

    /**
     * Claims an operation anew and stores a final failure of it, in one step, after the transaction in which its method
     * ran was rolled back. Nothing of the failure's effect is there, so whoever came first in between is in the right.
     *
     * @param request the claim, the same as before
     * @param failure the outcome
     * @return what the record says now
     * @throws EffectStoreException when the database could not be asked
     */
    CommitReply fail(ClaimRequest request, NewOutcome failure);
}
