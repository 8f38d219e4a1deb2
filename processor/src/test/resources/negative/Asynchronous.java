import dev.retrysafe.annotation.SideEffect;
import java.util.concurrent.CompletableFuture;

class Asynchronous {
    static final String KEY = "{ctx.tenant}:{id}";

    @interface Plain {}

    @org.springframework.scheduling.annotation.Async
    @interface InTheBackground {}

    @jakarta.ejb.Asynchronous
    @SideEffect(key = KEY, fingerprint = "*", tool = "a")
    void enterpriseBean(String id) {} // ERROR AsyncFireAndForget

    @org.eclipse.microprofile.faulttolerance.Asynchronous
    @SideEffect(key = KEY, fingerprint = "*", tool = "b")
    String microProfile(String id) { // ERROR AsyncFireAndForget
        return id;
    }

    @io.micronaut.scheduling.annotation.Async
    @SideEffect(key = KEY, fingerprint = "*", tool = "c")
    void micronaut(String id) {} // ERROR AsyncFireAndForget

    @InTheBackground
    @SideEffect(key = KEY, fingerprint = "*", tool = "d")
    void byAnAnnotationOfOnesOwn(String id) {} // ERROR AsyncFireAndForget

    @jakarta.ejb.Asynchronous
    @SideEffect(key = KEY, fingerprint = "*", tool = "e")
    CompletableFuture<String> waitedFor(String id) {
        return CompletableFuture.completedFuture(id);
    }

    @Plain
    @SideEffect(key = KEY, fingerprint = "*", tool = "f")
    void plain(String id) {}

    interface Port {
        @SideEffect(key = KEY, fingerprint = "*", tool = "g")
        void send(String id);

        @SideEffect(key = KEY, fingerprint = "*", tool = "h")
        CompletableFuture<String> ask(String id);
    }

    static class Adapter implements Port {
        @Override
        @InTheBackground
        public void send(String id) {} // ERROR AsyncFireAndForget

        @Override
        @InTheBackground
        public CompletableFuture<String> ask(String id) {
            return CompletableFuture.completedFuture(id);
        }

        @InTheBackground
        void noTool(String id) {}
    }

    @InTheBackground
    static class Background implements Port {
        @Override
        public void send(String id) {} // ERROR AsyncFireAndForget

        @Override
        public CompletableFuture<String> ask(String id) {
            return CompletableFuture.completedFuture(id);
        }
    }
}
