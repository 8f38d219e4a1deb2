package dev.retrysafe.engine;

import dev.retrysafe.RunningTool;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.ToolScope;

/**
 * What is known of the requests of one attempt. Each is counted before it is sent, so that a count of none proves that
 * nothing was sent; and once that is concluded, nothing is sent any more.
 */
final class Witness {

    private final long straysBefore = ToolScope.strayRequests();

    private int sent;

    private int refused;

    /** Nested tools that go on, or ended without a receipt and without a proof that nothing happened. */
    private int nestedOpen;

    private boolean over;

    /**
     * A request is about to be sent.
     *
     * @param mayAct whether it may have an effect; one that only asks is never held back
     * @param key whose request it is, for a person
     * @throws SendDeadlineException when the attempt has ended without a receipt of an effect
     */
    synchronized RunningTool.Sent sent(boolean mayAct, String key) {
        if (over && mayAct) {
            throw new SendDeadlineException("not sent: the attempt of " + key
                    + " has ended already, and others may act on what its record says by now: that nothing was sent, that it"
                    + " failed, or that nobody knows. Nothing of this request left the process.");
        }
        sent++;
        return new Request();
    }

    /**
     * A nested tool's method is about to be entered.
     *
     * @param key whose method it is called in
     * @throws SendDeadlineException when the attempt has ended without a receipt of an effect
     */
    synchronized RunningTool.Sent nests(String key) {
        RunningTool.Sent asRequest = sent(true, key);
        nestedOpen++;
        return new Nested(asRequest);
    }

    /** Whether a nested tool's effect may be there, with nobody knowing. */
    synchronized boolean leavesNestedDoubt() {
        return nestedOpen > 0;
    }

    /**
     * Ends the sending.
     *
     * @return whether nothing can have happened: nothing was sent, or one request that was refused. A request that was
     *     met on a thread without a tool meanwhile may have been this attempt's
     */
    synchronized boolean endWithoutEffect() {
        over = true;
        return (sent == 0 || (sent == 1 && refused == 1)) && ToolScope.strayRequests() == straysBefore;
    }

    private final class Request implements RunningTool.Sent {

        private boolean told;

        @Override
        public void refused() {
            synchronized (Witness.this) {
                if (!told) {
                    told = true;
                    refused++;
                }
            }
        }
    }

    private final class Nested implements RunningTool.Sent {

        private final RunningTool.Sent asRequest;

        private boolean told;

        private Nested(RunningTool.Sent asRequest) {
            this.asRequest = asRequest;
        }

        @Override
        public void refused() {
            asRequest.refused();
            settled();
        }

        @Override
        public void settled() {
            synchronized (Witness.this) {
                if (!told) {
                    told = true;
                    nestedOpen--;
                }
            }
        }
    }
}
