package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.CallContext;
import dev.retrysafe.samples.chaos.plan.Operation;
import dev.retrysafe.samples.chaos.plan.Plan;

/**
 * What is often written instead: a pending key that expires, so that a crash does not block the operation forever, and a
 * result written over it without asking whose it is. It is here to be caught.
 */
final class NaiveGuard implements Guard {

    /** Keys and results, in whatever server. */
    interface Keys extends AutoCloseable {

        /**
         * Sets a key that is not there, or has expired.
         *
         * @return whether it was not there
         */
        boolean setIfAbsent(String key, String value, long expiresAfterMillis) throws Exception;

        /** Sets a key for good. */
        void set(String key, String value) throws Exception;

        /** What a key holds; empty when it is not there. */
        String get(String key) throws Exception;
    }

    private static final String PENDING = "pending";

    private final Tools tools;

    private final Keys keys;

    NaiveGuard(Tools tools, Keys keys) {
        this.tools = tools;
        this.keys = keys;
    }

    @Override
    public Answer call(Operation operation) {
        try {
            if (!keys.setIfAbsent(operation.key(), PENDING, Plan.LEASE_MILLIS)) {
                String value = keys.get(operation.key());
                if (value.isEmpty() || value.equals(PENDING)) {
                    return new Answer(Answer.IN_PROGRESS, null, null, "-");
                }
                Entry entry = Entry.parse(value);
                return new Answer(Answer.REPLAY, entry.id(), entry, "-");
            }
        } catch (Exception e) {
            return Answer.failed(Answer.STORE_UNAVAILABLE, e);
        }
        CallContext context = CallContext.builder().tenant(operation.tenant()).build();
        try (CallContext.Scope scope = context.open()) {
            Entry entry = run(operation);
            keys.set(operation.key(), entry.id() + "\t" + entry.name() + "\t" + entry.amount());
            return new Answer(Answer.EXECUTE, entry.id(), entry, "-");
        } catch (RefusedException e) {
            return Answer.failed(Answer.REFUSED, e);
        } catch (Exception e) {
            return Answer.unexpected(e);
        }
    }

    private Entry run(Operation operation) {
        String decision = operation.decision();
        long amount = operation.amount();
        return switch (operation.tool()) {
            case POST_NOTE -> tools.postNote(decision, amount);
            case OPEN_TICKET -> tools.openTicket(decision, amount);
            case PAY_REFUND -> tools.payRefund(decision, amount);
            case BOOK_SEAT -> tools.bookSeat(decision, amount);
        };
    }
}
