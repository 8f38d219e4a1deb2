package dev.retrysafe.engine;

import dev.retrysafe.RefusalCode;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.observe.Incident;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A receipt is stored when its tool is done, and a caller's transaction may be rolled back after that. */
final class TransactionRule {

    private final Listeners listeners;

    /** Tools that were reported. */
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    TransactionRule(Listeners listeners) {
        this.listeners = listeners;
    }

    /** For a method whose rows would be the caller's to roll back. */
    static SideEffectRejectedException joins(Operation operation) {
        String tool = operation.tool().tool();
        return new SideEffectRejectedException(
                RefusalCode.JOINS_CALLERS_TRANSACTION,
                "Nothing was done: " + tool
                        + " was called inside a transaction of its caller's, and its own transaction"
                        + " would be a part of that one. When the caller's is rolled back later, what the tool wrote is gone"
                        + " while its receipt says that it is done. A human has to change the program: declare the tool"
                        + " LOCAL_TRANSACTION, or its transaction REQUIRES_NEW, or call it outside of the caller's transaction (a"
                        + " test method that is transactional is such a caller). Do not call again.",
                tool,
                operation.key(),
                operation.fingerprint(),
                null);
    }

    /** Whether a call's effect stands beside an open transaction that writes. Asked on the caller's thread, before the store is. */
    static boolean isBeside(Invocation call) {
        return call.callersTransaction(null) == CallersTransaction.BESIDE || isInLocalTransaction(ToolScope.current());
    }

    private static boolean isInLocalTransaction(@Nullable RunningTool outer) {
        return outer instanceof Attempt attempt
                && !attempt.ended()
                && ToolChecks.isLocal(attempt.operation().tool());
    }

    /** Reports, once a tool, that a method is entered beside such a transaction. */
    void entering(Attempt attempt) {
        if (!reported.add(attempt.tool())) {
            return;
        }
        listeners.incident(
                Incident.Kind.INSIDE_TRANSACTION,
                attempt,
                ToolChecks.isLocal(attempt.operation().tool())
                        ? "it was called while a transaction of its caller's was open. Its own is another one: it stays when"
                                + " the caller's is rolled back, takes a second connection, and waits in vain for rows that the"
                                + " caller's has locked, up to run-at-most. Call it outside of transactions"
                        : "it was called while a transaction of its caller's was open. When that one is rolled back, the effect"
                                + " and its receipt stay, while rows that the method wrote through the caller's connection are"
                                + " gone; and that connection and its locks are held for as long as the method runs. Call it"
                                + " outside of transactions, or declare it LOCAL_TRANSACTION if its effect is rows",
                null);
    }
}
