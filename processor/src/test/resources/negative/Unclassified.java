import dev.langchain4j.agent.tool.P;
import dev.retrysafe.annotation.ReadOnly;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.tool.annotation.Tool;

class Unclassified {
    @Tool
    String springAi(String city) { // WARNING UnclassifiedTool
        return city;
    }

    @McpTool(name = "weather")
    public static String mcp(String city) { // WARNING UnclassifiedTool
        return city;
    }

    @dev.langchain4j.agent.tool.Tool("Tells the weather")
    private String langChain(@P("the city") String city) { // WARNING UnclassifiedTool
        return city;
    }

    @Tool
    @ReadOnly
    String readOnly(String city) {
        return city;
    }

    String noTool(String city) {
        return city;
    }

    interface Port {
        @ReadOnly
        String find(String id);

        @Tool
        String list(String id); // WARNING UnclassifiedTool
    }

    static class Adapter implements Port {
        @Override
        @Tool
        public String find(String id) {
            return id;
        }

        @Override
        @Tool
        public String list(String id) { // WARNING UnclassifiedTool
            return id;
        }
    }

    @SuppressWarnings({"unused", "retrysafe:UnclassifiedTool"})
    static class Quiet {
        static class Inner {
            @Tool
            String quiet(String id) {
                return id;
            }
        }
    }

    @SuppressWarnings("retrysafe:UnclassifiedTool")
    @Tool
    String quiet(String id) {
        return id;
    }

    interface Classified {
        @Tool
        void open(String id);

        @Tool
        void close(String id); // WARNING UnclassifiedTool
    }

    static class First implements Classified {
        @Override
        @ReadOnly
        public void open(String id) {}

        @Override
        @ReadOnly
        public void close(String id) {}
    }

    static class Second implements Classified {
        @Override
        @ReadOnly
        public void open(String id) {}

        @Override
        public void close(String id) {}
    }
}
