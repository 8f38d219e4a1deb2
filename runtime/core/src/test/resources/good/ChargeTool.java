import dev.retrysafe.annotation.SideEffect;

/** Without a package, and named like what is written for its method. */
class ChargeTool {
    public record Request(String id, String to) {}

    @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*", tool = "charge_unnamed")
    Request charge(Request request) {
        return request;
    }
}
