// OPTION -Aretrysafe.interception=aspectj
import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;

class Woven {
    static final String KEY = "{ctx.tenant}:{id}";

    interface Port {
        @SideEffect(key = KEY, fingerprint = "*")
        void send(String id);
    }

    static class Forgetful implements Port {
        @Override
        public void send(String id) {} // ERROR UnannotatedOverride
    }

    static class Careful implements Port {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        public void send(String id) {}
    }

    static class Harmless implements Port {
        @Override
        @ReadOnly
        public void send(String id) {} // ERROR ReadOnlySideEffect
    }

    static class Deeper extends Careful {
        @Override
        public void send(String id) {} // ERROR UnannotatedOverride

        public void send(String id, int times) {}
    }

    static final class Closed {
        @SideEffect(key = KEY, fingerprint = "*", tool = "a")
        private void hidden(String id) {}

        @SideEffect(key = KEY, fingerprint = "*", tool = "b")
        static void shared(String id) {}

        @SideEffect(key = KEY, fingerprint = "*", tool = "c")
        final void closed(String id) {}
    }

    private static class Secret {
        @SideEffect(key = KEY, fingerprint = "*", tool = "d")
        void inPrivateClass(String id) {} // ERROR InvisibleToolType
    }

    static final class Statics {
        @SideEffect(key = KEY, fingerprint = "*", tool = "static_a", recovery = @Recovery(reconcile = "found")) // ERROR LookupMismatch
        static void withoutObject(String id) {}

        @SideEffect(key = KEY, fingerprint = "*", tool = "static_b", recovery = @Recovery(reconcile = "foundByAll"))
        static void withoutNeed(String id) {}

        boolean found(String id) {
            return false;
        }

        static boolean foundByAll(String id) {
            return false;
        }
    }
}
