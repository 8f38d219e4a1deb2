import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.SideEffect;
import org.springframework.scheduling.annotation.Async;

class Methods {
    static final String KEY = "{ctx.tenant}:{id}";

    @SideEffect(key = KEY, fingerprint = "*", tool = "a")
    private void hidden(String id) {} // ERROR PrivateMethod

    @SideEffect(key = KEY, fingerprint = "*", tool = "b")
    static void shared(String id) {} // ERROR StaticMethod

    @SideEffect(key = KEY, fingerprint = "*", tool = "c")
    public final void closed(String id) {} // ERROR FinalMethod

    @ReadOnly
    @SideEffect(key = KEY, fingerprint = "*", tool = "d")
    void both(String id) {} // ERROR ReadOnlySideEffect

    @Async
    @SideEffect(key = KEY, fingerprint = "*", tool = "e")
    void forget(String id) {} // ERROR AsyncFireAndForget

    @Async
    @SideEffect(key = KEY, fingerprint = "*", tool = "f")
    java.util.concurrent.CompletableFuture<String> wait(String id) {
        return new java.util.concurrent.CompletableFuture<>();
    }

    static final class Closed {
        @SideEffect(key = KEY, fingerprint = "*", tool = "g")
        void inFinalClass(String id) {} // ERROR FinalClass
    }

    record Data(String name) {
        @SideEffect(key = KEY, fingerprint = "*", tool = "h")
        void inRecord(String id) {} // ERROR FinalClass
    }

    private static class Secret {
        static class Inner {
            @SideEffect(key = KEY, fingerprint = "*", tool = "i")
            void inPrivateClass(String id) {} // ERROR InvisibleToolType
        }
    }

    interface Api {
        @SideEffect(key = KEY, fingerprint = "*", tool = "j")
        static void inInterface(String id) {} // ERROR StaticMethod
    }

    @Async
    static class Fast {
        @SideEffect(key = KEY, fingerprint = "*", tool = "k")
        void asyncByType(String id) {} // ERROR AsyncFireAndForget
    }

    static sealed class Sealed {
        @SideEffect(key = KEY, fingerprint = "*", tool = "l")
        void inSealedClass(String id) {} // ERROR FinalClass

        static final class Permitted extends Sealed {}
    }

    abstract static sealed class Template {
        @SideEffect(key = KEY, fingerprint = "*", tool = "m")
        void inTheTemplateOfBeans(String id) {}

        static non-sealed class Bean extends Template {}
    }
}
