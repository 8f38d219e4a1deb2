import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import java.util.List;

class Tickets {
    record Ticket(String id, List<String> labels) {}

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = "*",
            receipt = @Receipt(system = "linear", id = "id"))
    Ticket open(String approvalId, String title) {
        return new Ticket(approvalId, List.of(title));
    }
}
