import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.annotation.TenantScope;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.tool.annotation.Tool;

class Models {
    record Order(@TenantScope String shop, String id) {}

    @Tool
    @SideEffect(key = "{tenantId}:{orderId}", fingerprint = "*", tool = "a") // ERROR TenantFromModel
    void springAi(String tenantId, String orderId) {}

    @McpTool
    @SideEffect(key = "{order.shop}:{order.id}", fingerprint = "*", tool = "b") // ERROR TenantFromModel
    void mcp(Order order) {}

    @dev.langchain4j.agent.tool.Tool
    @SideEffect(key = "{orgId}:{orderId}", fingerprint = "*", tool = "c") // ERROR TenantFromModel
    void langchain(String orgId, String orderId) {}

    @Tool
    @SideEffect(key = "{orderId}", fingerprint = "*", tool = "d") // ERROR MissingTenantScope
    void none(String orderId) {}

    @Tool
    @SideEffect(key = "{context.tenantId}:{orderId}", fingerprint = "*", tool = "e")
    void injected(ToolContext context, String orderId) {}

    @dev.langchain4j.agent.tool.Tool
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = {"orderId", "memory"}, tool = "f") // ERROR UnknownPath
    void injectedNeverCounts(@ToolMemoryId String memory, String orderId) {}

    @Tool
    @SideEffect(key = "{ctx.orgId}:{orderId}", fingerprint = "*", tool = "g")
    void contextByName(String orderId) {}

    interface Desk {
        @Tool(name = "h")
        void book(String tenantId, String orderId);
    }

    static class FrontDesk implements Desk {
        @Override
        @SideEffect(key = "{tenantId}:{orderId}", fingerprint = "*") // ERROR TenantFromModel
        public void book(String tenantId, String orderId) {} // ERROR DuplicateToolName
    }

    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    void h(String orderId) {}

    interface Ledger {
        @SideEffect(key = "{tenantId}:{orderId}", fingerprint = "*", tool = "i")
        void enter(String tenantId, String orderId);

        @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*", tool = "j")
        void strike(String tenantId, String orderId);
    }

    static class Accounts implements Ledger {
        @Override
        @Tool
        public void enter(String tenantId, String orderId) {} // ERROR TenantFromModel

        @Override
        @Tool
        public void strike(String tenantId, String orderId) {}
    }

    @Tool(name = "not legal")
    @interface Own {}

    @Own
    @interface OwnAgain {}

    @OwnAgain
    @SideEffect(key = "{tenantId}:{orderId}", fingerprint = "*", tool = "k") // ERROR TenantFromModel
    void byAnAnnotationOfOnesOwn(String tenantId, String orderId) {}

    @Own
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    void namedByAnAnnotationOfOnesOwn(String orderId) {} // ERROR IllegalToolName

    interface Marked {
        @TenantScope
        String getShop();
    }

    record Basket(String getShop, String id) implements Marked {}

    static class Cart implements Marked {
        @Override
        public String getShop() {
            return "";
        }

        public String getId() {
            return "";
        }
    }

    @TenantScope
    interface Scope {}

    record Site(String name) implements Scope {}

    @SideEffect(key = "{basket.getShop}:{basket.id}", fingerprint = "*", tool = "l")
    void markedInARecordsInterface(Basket basket) {}

    @SideEffect(key = "{cart.shop}:{cart.id}", fingerprint = "*", tool = "m")
    void markedInAnInterface(Cart cart) {}

    @SideEffect(key = "{site}:{orderId}", fingerprint = "*", tool = "n")
    void markedSupertype(Site site, String orderId) {}
}
