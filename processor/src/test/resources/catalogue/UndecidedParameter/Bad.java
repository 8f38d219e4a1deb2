import dev.retrysafe.annotation.SideEffect;

class Tickets {
    record Request(String title, String note) {}

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = {"approvalId", "request.title"})
//                                       ^ WARNING UndecidedParameter
    void open(String approvalId, Request request, String team) {}
//                                                       ^ WARNING UndecidedParameter
}
