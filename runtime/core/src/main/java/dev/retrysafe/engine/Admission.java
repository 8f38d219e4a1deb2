package dev.retrysafe.engine;

import dev.retrysafe.store.LocalTransaction;
import dev.retrysafe.store.LocalTransactions;
import dev.retrysafe.store.StoredOutcome;

/** How a call that is not refused goes on. */
sealed interface Admission {

    /** The operation is this attempt's: enter the method. */
    record Enter(Attempt attempt) implements Admission {}

    /** The operation is this attempt's, in a transaction that is open on this thread: enter the method. */
    record EnterLocally(Attempt attempt, LocalTransactions transactions, LocalTransaction transaction)
            implements Admission {}

    /** The operation is done: answer from what is stored. */
    record Answered(Operation operation, StoredOutcome outcome) implements Admission {}
}
