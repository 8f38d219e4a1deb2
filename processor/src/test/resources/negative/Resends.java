import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.annotation.TenantScope;
import java.util.List;
import java.util.Map;

class Resends {
    private static final String KEY = "{ctx.tenant}:{id}";

    record Item(String sku, int quantity) {}

    record Request(String title, String note, List<Item> items, Map<String, Item> extras) {}

    @SideEffect(
            key = KEY,
            fingerprint = {
                "*",
                "!request.note", // WARNING IdempotentLeavesOut
                "!request.items.quantity", // WARNING IdempotentLeavesOut
                "!request.extras.sku" // WARNING IdempotentLeavesOut
            },
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "1h"))
    void within(String id, Request request) {}

    @SideEffect(
            key = "{tenantId}:{request.title}",
            fingerprint = {"*", "!tenantId", "!request.title"},
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "1h"))
    void inKey(@TenantScope String tenantId, Request request) {}

    @SideEffect(
            key = "{ctx.tenant}:{request.title}",
            fingerprint = {"*", "!request"}, // WARNING IdempotentLeavesOut
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "1h"))
    void partInKey(Request request, int times) {}

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "1h"))
    void injected(String id, @ToolMemoryId String memory) {}

    @SideEffect(
            key = KEY,
            fingerprint = {"*", "!note"},
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "1h"))
    @SuppressWarnings("retrysafe:IdempotentLeavesOut")
    void silenced(String id, String note) {}

    @SideEffect(
            key = KEY,
            fingerprint = {"*", "!note"},
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "forever"))
    void natural(String id, String note) {}
}
