import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.util.Optional;

class Tickets {
    record Ticket(String id) {}

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = "*",
            recovery = @Recovery(trustAbsentAfter = "10m"))
//                                                  ^ ERROR TrustWithoutLookup
    Ticket open(String approvalId, String title) {
        return new Ticket(approvalId);
    }

    Optional<Ticket> find(String approvalId) {
        return Optional.empty();
    }
}
