import dev.retrysafe.annotation.SideEffect;
import org.springframework.ai.tool.annotation.Tool;

class Bookings {
    @Tool(description = "Books a table")
    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    public String bookTable(String approvalId, int guests) {
        return approvalId;
    }
}
