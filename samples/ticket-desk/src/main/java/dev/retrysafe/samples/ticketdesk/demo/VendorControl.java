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

    /** Returns when an effect is in the ledger and its answer is being held back. */
    void awaitHeld(Duration atMost) throws IOException, InterruptedException {
        if (!post("/control/held?millis=" + atMost.toMillis())
                .body()
                .path("held")
                .asBoolean(false)) {
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
