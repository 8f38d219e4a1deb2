import dev.retrysafe.annotation.SideEffect;
import java.util.List;

class Tickets {
    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    void open(String approvalId) {}

    void openAll(List<String> approvalIds) {
        approvalIds.forEach(approvalId -> open(approvalId));
//                                        ^ ERROR SelfInvocation
    }
}
