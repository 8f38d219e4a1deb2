package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.samples.chaos.plan.Operation;

/** What stands between a caller that retries and the tools. */
interface Guard {

    /**
     * Makes one call.
     *
     * @return what its caller was told
     */
    Answer call(Operation operation);
}
