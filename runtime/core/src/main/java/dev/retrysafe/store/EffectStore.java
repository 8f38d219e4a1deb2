package dev.retrysafe.store;

import org.jspecify.annotations.Nullable;

/**
 * Keeps one record per operation and moves it between the states of the protocol, each move one atomic step by the
 * store's own clock. Safe for many threads. Every command may be repeated: the same command with the same token gets the
 * same answer. All commands block and throw {@link EffectStoreException} when the store could not be asked or did not
 * answer within the store's own budget; whether a command that threw took place is then unknown. An interrupt of the
 * calling thread does not cut a command short; it stays set.
 *
 * <p>Records in the states pending and in doubt never expire. A committed record does, after its retention.
 */
public interface EffectStore extends AutoCloseable {

    /**
     * Claims an operation for one attempt.
     *
     * <ul>
     *   <li>absent or free: pending for this token, fence + 1 → {@link ClaimReply.Claimed}; but with a request older than
     *       its tool's retention, or from the future → {@link ClaimReply.Untimely}, nothing changed
     *   <li>another fingerprint, in any state but free → {@link ClaimReply.Conflict}, nothing changed
     *   <li>committed → {@link ClaimReply.Committed}; the receipt is kept until the request is too old to execute, a ttl
     *       of its own after its {@code issuedAt}, where that is longer than it would be. A request from the future counts
     *       as issued as far ahead as is {@linkplain ClaimRequest#TOLERATED_SKEW tolerated}
     *   <li>pending by this token → the answer given before, and for a token that holds a takeover the same kind of it; a
     *       token that was freed → {@link ClaimReply.Released}
     *   <li>pending by another token, lease running → {@link ClaimReply.InProgress}
     *   <li>pending, lease lapsed: becomes in doubt → {@link ClaimReply.InDoubt}
     *   <li>in doubt → {@link ClaimReply.InDoubt}
     * </ul>
     *
     * @param request the claim
     * @return what the record says
     */
    ClaimReply claim(ClaimRequest request);

    /**
     * Asks what {@link #claim} would find, without claiming: nobody's record there, or a free one, is
     * {@link ClaimReply.Released}. For waiters. A lapsed lease becomes in doubt here too, and a receipt is kept for as long.
     *
     * @param request the claim that was answered with "in progress"
     * @return what the record says, never {@link ClaimReply.Claimed} or {@link ClaimReply.Untimely}
     */
    ClaimReply look(ClaimRequest request);

    /**
     * Prolongs the lease of a pending claim; never out of in doubt. A record that the store lost is written again.
     *
     * @param claim the claim held
     * @return whether the lease now ends one lease from now by the store's clock
     */
    WriteReply renew(Claim claim);

    /**
     * Stores the outcome, from pending or in doubt with the same token and fence. Where another attempt's outcome of the same
     * effect is stored, that one is the answer; where another effect's is, the commit is refused, for its receipt is none of
     * this caller's. A refused commit leaves its receipt as evidence on the record and changes nothing else. A record that the store lost is written as committed. The retention counts from now, or from
     * the request's {@code issuedAt} where that lies ahead, and an earlier receipt is kept as for a claim, so that no request
     * outlives the receipt that answers it. At a fence above 1 another attempt's request may have executed, and nobody knows any
     * more when it was issued: the retention counts from as far ahead as is {@linkplain ClaimRequest#TOLERATED_SKEW tolerated}.
     *
     * @param claim the claim held
     * @param outcome receipt and result
     * @return what the record says now
     */
    CommitReply commit(Claim claim, NewOutcome outcome);

    /**
     * Gives a claim back because nothing happened, proved: at fence 1 the record becomes free, at a higher fence in
     * doubt, since an earlier attempt is still unknown; and so where the record keeps another attempt's receipt. Also takes back a claim whose answer never came: pass fence 0 for
     * "whatever fence this token holds".
     *
     * @param claim the claim held
     * @return whether the record was this claim's
     */
    WriteReply release(Claim claim);

    /**
     * Says that the fate of a pending claim is unknown.
     *
     * @param claim the claim held
     * @param failure what failed, for a person; stores keep at most the first 500 characters
     * @return whether the record was this claim's
     */
    WriteReply markInDoubt(Claim claim, String failure);

    /**
     * Takes an operation in doubt over for one attempt, the same token as the claim's that found it in doubt.
     *
     * <ul>
     *   <li>in doubt at the fence seen, and within the limit: pending for this token, fence + 1, lease anew, the first
     *       attempt's time kept → {@link ClaimReply.Claimed} as a takeover, with the time left. From then on the earlier
     *       attempts cannot commit, and a release goes back to in doubt
     *   <li>the limit is {@link Takeover#resendWithin()}: it has not passed since the first attempt, and both the record
     *       and the request say idempotent; a record that the store lost in between does not know its first attempt and
     *       is past every limit → {@link ClaimReply.InDoubt}, nothing changed
     *   <li>pending by this token → the answer given before, but with the time left now
     *   <li>another fingerprint, another fence, or any other state → what {@link #claim} would say, but never a new
     *       claim: absent and free are {@link ClaimReply.Released}
     * </ul>
     *
     * @param request the claim
     * @param takeover the terms
     * @return what the record says, never {@link ClaimReply.Untimely}
     * @throws UnsupportedOperationException when {@link #supportsRecovery()} is false
     */
    default ClaimReply takeOver(ClaimRequest request, Takeover takeover) {
        throw new UnsupportedOperationException("the " + kind() + " store does not take over what is in doubt");
    }

    /**
     * Stores the outcome of an effect that was found at the remote side, without a claim: from in doubt, or pending past
     * its lease, at the fence seen. The receipt is the finder's: a late commit of the owner is answered with
     * {@link CommitReply.AlreadyCommitted}. A record that the store lost is written as committed, for the effect is known
     * to have happened. Another attempt's request executed, so the retention counts as for a commit at a fence above 1.
     * Refused in every other state, nothing changed.
     *
     * @param request the claim that found the operation in doubt
     * @param fenceSeen the last attempt's fence, as that reply said
     * @param outcome receipt and result
     * @return what the record says now
     * @throws UnsupportedOperationException when {@link #supportsRecovery()} is false
     */
    default CommitReply found(ClaimRequest request, long fenceSeen, NewOutcome outcome) {
        throw new UnsupportedOperationException("the " + kind() + " store does not settle what is in doubt");
    }

    /**
     * Whether {@link #takeOver} and {@link #found} are there. Tools that declare a recovery are refused without them.
     *
     * @return whether an effect in doubt can be settled by lookup, or sent again
     */
    default boolean supportsRecovery() {
        return false;
    }

    /**
     * Lists open records, oldest first, without a scan of the rest.
     *
     * @param query which ones
     * @return a page of them
     * @throws UnsupportedOperationException when {@link #supportsResolution()} is false
     */
    default OpenPage open(OpenQuery query) {
        throw new UnsupportedOperationException("the " + kind() + " store does not list open records");
    }

    /**
     * Shows one record and its history. Changes nothing.
     *
     * @param id the record
     * @return the record, null when there is none, or it has expired
     * @throws UnsupportedOperationException when {@link #supportsResolution()} is false
     */
    default @Nullable RecordView show(RecordId id) {
        throw new UnsupportedOperationException("the " + kind() + " store does not show records");
    }

    /**
     * Settles a record by a person's decision, kept on the record from then on, as long as the record is.
     *
     * <ul>
     *   <li>no record, or an expired one → {@link ResolveReply.Unknown}
     *   <li>a decision of this id was kept before, in whatever state the record is by now: the same fence, and
     *       {@linkplain Resolution#repeats the same content} → {@link ResolveReply.Resolved}; else →
     *       {@link ResolveReply.IdReused}
     *   <li>in doubt, or pending past its lease, at the fence seen → {@link ResolveReply.Resolved}. Committed: the receipt
     *       is stored, with a result that is {@link StoredResult.Kind#WITHHELD}; it is the person's, so that a late commit of
     *       the owner is answered with {@link CommitReply.AlreadyCommitted}. Not applied: the record becomes free, every
     *       attempt so far is proved, so that a new claim is no takeover; a late commit is refused and kept as evidence, and
     *       a claim by the owner's token is answered with {@link ClaimReply.Released}. Waiters are notified
     *   <li>any other fence or state → {@link ResolveReply.Stale}, nothing changed
     * </ul>
     *
     * @param id the record
     * @param fenceSeen the last attempt's fence, as shown to who decided
     * @param resolution the decision
     * @return what the record says
     * @throws UnsupportedOperationException when {@link #supportsResolution()} is false
     */
    default ResolveReply resolve(RecordId id, long fenceSeen, Resolution resolution) {
        throw new UnsupportedOperationException("the " + kind() + " store does not settle records by decision");
    }

    /**
     * Whether {@link #open}, {@link #show} and {@link #resolve} are there.
     *
     * @return whether a person can see and settle what is in doubt
     */
    default boolean supportsResolution() {
        return false;
    }

    /**
     * Watches an operation for changes, so that those who wait for it need not poll. Does not block.
     *
     * @param operation the operation
     * @param changed run when notifications begin to arrive, or are known not to; and when the operation's claim is
     *     committed, released, marked in doubt or settled. Run on any thread, perhaps on this one before this method
     *     returns, perhaps under a lock of the store's: it returns at once and throws nothing. A notification may be
     *     lost or spurious
     * @return the watch, to be closed
     */
    Watch watch(OperationId operation, Runnable changed);

    /**
     * Whether the effect can be in this store's own database, so that receipt and effect commit together.
     *
     * @return whether tools of the class {@code LOCAL_TRANSACTION} are possible
     */
    default boolean supportsLocalTransaction() {
        return localTransactions() != null;
    }

    /**
     * The transactions that effects and records share, where this store is in the effects' own database.
     *
     * @return the transactions; null where there are none
     */
    default @Nullable LocalTransactions localTransactions() {
        return null;
    }

    /**
     * The store's kind, for messages and metrics.
     *
     * @return for instance {@code redis}
     */
    String kind();

    /** Releases what the store itself opened; a client that was handed in stays open. */
    @Override
    default void close() {}

    /** A watched operation. */
    interface Watch extends AutoCloseable {

        /** Ends the watch. A notification that is under way may still arrive. Closing it again does nothing. */
        @Override
        void close();
    }
}
