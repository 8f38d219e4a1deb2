import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

class SelfCalls {
    static final String KEY = "{ctx.tenant}:{id}";

    SelfCalls self;

    Supplier<String> field = () -> create("1"); // ERROR SelfInvocation

    Supplier<String> other = () -> self.create("1");

    @SideEffect(key = KEY, fingerprint = "*")
    String create(String id) {
        return id;
    }

    @SideEffect(key = KEY, fingerprint = "*")
    void many(String id, String... more) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void overloaded(String id) {}

    void overloaded(Integer id) {}

    void overloaded(String id, String more) {}

    @ReadOnly
    String find(String id) {
        return id;
    }

    void calls(List<String> ids) {
        create("1"); // ERROR SelfInvocation
        this.create("1"); // ERROR SelfInvocation
        SelfCalls.this.create(this.create("1")); // ERROR SelfInvocation, ERROR SelfInvocation
        ids.forEach(id -> create(id)); // ERROR SelfInvocation
        ids.forEach(this::create); // ERROR SelfInvocation
        ids.forEach(id -> {
            Runnable inner = () -> this.many(id); // ERROR SelfInvocation
            inner.run();
        });
        many("1", "2", "3"); // ERROR SelfInvocation
    }

    void protectedOrHarmless(SelfCalls bean, List<String> ids) {
        bean.create("1");
        self.create("1");
        self.self.create("1");
        ids.forEach(bean::create);
        overloaded("1");
        overloaded("1", "2");
        find("1");
        calls(ids);
    }

    void anonymous() {
        new Callable<String>() {
            @Override
            public String call() {
                SelfCalls.this.create("1"); // ERROR SelfInvocation
                return create("1"); // ERROR SelfInvocation
            }
        };
        new Object() {
            String create(String id) {
                return create(id);
            }
        };
        new Maker() {
            @Override
            public String make() {
                return create("1");
            }
        };
        class Local extends Maker {
            @Override
            public String make() {
                return create("1") + this.create("2");
            }
        }
    }

    @SuppressWarnings("retrysafe:SelfInvocation")
    void wanted() {
        create("1");
    }

    abstract static class Maker {
        String create(String id) {
            return id;
        }

        abstract String make();
    }

    class Inner {
        String make() {
            return create("1"); // ERROR SelfInvocation
        }
    }

    class Namesake {
        String create(String id) {
            return id;
        }

        String make() {
            return create("1") + SelfCalls.this.create("2"); // ERROR SelfInvocation
        }
    }

    interface Port {
        @SideEffect(key = KEY, fingerprint = "*", tool = "send")
        void send(String id);

        default void sendAll(List<String> ids) {
            ids.forEach(id -> send(id)); // ERROR SelfInvocation
        }
    }

    static class Adapter implements Port {
        @Override
        public void send(String id) {}

        void twice(String id) {
            send(id); // ERROR SelfInvocation
        }
    }

    static class Below extends Adapter {
        @Override
        public void send(String id) {
            super.send(id);
        }

        void again(String id) {
            send(id); // ERROR SelfInvocation
        }
    }

    @SuppressWarnings("retrysafe:SelfInvocation")
    static class Quiet extends Adapter {
        void again(String id) {
            send(id);
        }
    }
}
