import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.SideEffect;
import org.springframework.ai.tool.annotation.Tool;

class Names {
    static final String KEY = "{ctx.tenant}:{id}";

    @SideEffect(key = KEY, fingerprint = "*")
    void charge(String id) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void charge(String id, int amount) {} // ERROR DuplicateToolName

    @SideEffect(key = KEY, fingerprint = "*", tool = "charge") // ERROR DuplicateToolName
    void refund(String id) {}

    @Tool(name = "charge")
    @SideEffect(key = KEY, fingerprint = "*")
    void named(String id) {} // ERROR DuplicateToolName

    @SideEffect(key = KEY, fingerprint = "*", tool = "not legal") // ERROR IllegalToolName
    void a(String id) {}

    @Tool(name = "not/legal")
    @SideEffect(key = KEY, fingerprint = "*")
    void b(String id) {} // ERROR IllegalToolName

    @SideEffect(key = KEY, fingerprint = "*")
    void größe(String id) {} // ERROR IllegalToolName

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "a2345678901234567890123456789012345678901234567890123456789012345") // ERROR IllegalToolName
    void tooLong(String id) {}

    interface Port {
        @SideEffect(key = KEY, fingerprint = "*")
        void send(String id);
    }

    static class Adapter implements Port {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        public void send(String id) {}
    }

    static class Other {
        @SideEffect(key = KEY, fingerprint = "*")
        public void send(String id) {} // ERROR DuplicateToolName
    }

    static class Looking {
        @ReadOnly
        public void look(String id) {}

        @ReadOnly
        public void look(String id, int times) {}
    }

    @SideEffect(key = KEY, fingerprint = "*")
    void look(String id) {} // ERROR DuplicateToolName
}
