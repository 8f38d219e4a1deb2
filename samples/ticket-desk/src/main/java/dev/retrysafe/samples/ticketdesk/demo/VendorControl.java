package dev.retrysafe.samples.ticketdesk.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Tells the vendor what to do to its next answer. */
final class VendorControl {

    private final Http vendor;

    VendorControl(Http vendor) {
        this.vendor = vendor;
    }

    void dropNextAnswer() throws IOException, InterruptedException {
        post("/control/next?answer=drop");
    }

    void answerLate(Duration delay) throws IOException, InterruptedException {
        post("/control/next?answer=late&millis=" + delay.toMillis());
    }

    void holdNextAnswer() throws IOException, InterruptedException {
        post("/control/next?answer=hold");
    }

    /** The next order gets lost: held back until released, and never placed. */
    void loseNextOrder() throws IOException, InterruptedException {
        post("/control/next?answer=lose");
    }

    /** Returns when what was armed has happened; for a held answer that is after its effect is in the ledger. */
    void awaitStruck(Duration atMost) throws IOException, InterruptedException {
        Http.Reply reply = post("/control/struck?millis=" + atMost.toMillis());
        if (!reply.body().path("struck").asBoolean(false)) {
            throw new IOException("no order reached the vendor within " + atMost.toSeconds() + " s");
        }
    }

    void release() throws IOException, InterruptedException {
        post("/control/release");
    }

    private Http.Reply post(String path) throws IOException, InterruptedException {
        Http.Reply reply = vendor.post(path, Map.of(), Map.of());
        if (reply.status() != 200) {
            throw new IOException("the vendor answered " + reply.status() + " to " + path + ": " + reply.body());
        }
        return reply;
    }
}
