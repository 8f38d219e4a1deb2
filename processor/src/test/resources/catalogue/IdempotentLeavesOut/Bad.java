import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;

class Tickets {
    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = {"*", "!note"},
//                              ^ WARNING IdempotentLeavesOut
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "24h"))
    void open(String approvalId, String title, String note) {}
}
