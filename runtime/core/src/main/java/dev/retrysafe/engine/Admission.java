package dev.retrysafe.engine;

import dev.retrysafe.store.LocalTransaction;
import dev.retrysafe.store.LocalTransactions;
import dev.retrysafe.store.StoredOutcome;
import org.jspecify.annotations.Nullable;

/** How a call that is not refused goes on. */
sealed interface Admission {

    /** The operation is this attempt's: enter the method. */
    record Enter(Attempt attempt) implements Admission {}

    /**
     * The operation is this attempt's, in a transaction that is open on this thread: enter the method.
     *
     * @param waiting those who are told when the transaction is over; null for none
     */
    record EnterLocally(
            Attempt attempt,
            LocalTransactions transactions,
            LocalTransaction transaction,
            @Nullable Flight waiting) implements Admission {

        /** The method is not entered. */
        void giveBack() {
            transaction.close();
            over();
        }

        /** The transaction is over, however it ended. */
        void over() {
            if (waiting != null) {
                waiting.landed();
            }
        }
    }

    /**
     * The operation is done: answer from what is stored.
     *
     * @param waited whether this caller waited, and so perhaps many who are told now
     */
    record Answered(StoredOutcome outcome, boolean waited) implements Admission {}
}
