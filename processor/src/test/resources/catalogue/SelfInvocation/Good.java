import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.function.Supplier;

class Tickets {
    private final Supplier<Tickets> self;

    Tickets(Supplier<Tickets> self) {
        this.self = self;
    }

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    void open(String approvalId) {}

    void openAll(List<String> approvalIds) {
        approvalIds.forEach(approvalId -> self.get().open(approvalId));
    }
}
