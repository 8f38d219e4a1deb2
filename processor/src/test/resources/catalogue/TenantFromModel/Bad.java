import dev.retrysafe.annotation.SideEffect;
import org.springframework.ai.tool.annotation.Tool;

class Bookings {
    @Tool(description = "Books a table")
    @SideEffect(key = "{tenantId}:{approvalId}", fingerprint = "*")
//                    ^ ERROR TenantFromModel
    public String bookTable(String tenantId, String approvalId, int guests) {
        return approvalId;
    }
}
