import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.SideEffect;
import java.util.function.Consumer;

/** One method and what overrides or implements it are one tool, in any order; what shares only a name is not. */
class Overrides {
    static final String KEY = "{ctx.tenant}:{id}";

    static class FirstDesk implements Port<Room> {
        @Override
        @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*")
        public void book(Room request) {}
    }

    static class SecondDesk implements Port<Table> {
        @Override
        @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*")
        public void book(Table request) {}

        @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*")
        public void book(Room request) {} // ERROR DuplicateToolName
    }

    interface Port<T extends Request> {
        @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*")
        void book(T request);
    }

    static class Request {
        public String id = "";
    }

    static class Room extends Request {}

    static class Table extends Request {}

    static class Base {
        @SideEffect(key = KEY, fingerprint = "*")
        void pay(String id) {}
    }

    static class Sub extends Base {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        void pay(String id) {}
    }

    static class OtherSub extends Base {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        void pay(String id) {}
    }

    interface Plain {
        void send(String id);
    }

    static class Mail implements Plain {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        public void send(String id) {}
    }

    static class Letter implements Plain {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        public void send(String id) {} // ERROR DuplicateToolName
    }

    interface Handler<T> {
        void handle(T id);
    }

    static class Charges implements Handler<Integer> {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        public void handle(Integer id) {}
    }

    static class Refunds implements Handler<Long> {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        public void handle(Long id) {} // ERROR DuplicateToolName
    }

    static class Open implements Consumer<String> {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        public void accept(String id) {}
    }

    static class Close implements Consumer<String> {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        public void accept(String id) {} // ERROR DuplicateToolName
    }

    interface Desk {
        @SideEffect(key = KEY, fingerprint = "*")
        void stamp(String id);

        @ReadOnly
        void inspect(String id);

        @ReadOnly
        void count(String id);
    }

    static class Clerk implements Desk {
        @Override
        @ReadOnly
        public void stamp(String id) {} // ERROR ReadOnlySideEffect

        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        public void inspect(String id) {} // ERROR ReadOnlySideEffect

        @Override
        @ReadOnly
        public void count(String id) {}
    }
}
