import dev.retrysafe.annotation.SideEffect;
import java.time.Instant;

class Tickets {
    record Request(String title, Instant requestedAt) {}

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
//                                                               ^ WARNING VolatileFingerprint
    void open(String approvalId, Request request) {}
}
