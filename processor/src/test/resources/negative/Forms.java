import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Map;

class Forms {
    static final String KEY = "{ctx.tenant}:{id}";

    interface Open {
        String getName();
    }

    abstract static class Base {
        public String getName() {
            return "";
        }
    }

    static class Bare {
        private String name = "";
    }

    @jakarta.persistence.Entity
    static class Customer {
        public String getName() {
            return "";
        }
    }

    static class Failing {
        public String getName() throws Exception {
            return "";
        }
    }

    record Upload(String name, java.io.InputStream body) {}

    record Nested(List<Map<String, Upload>> uploads) {}

    sealed interface Shape permits Circle, Odd {}

    record Circle(int radius) implements Shape {}

    static non-sealed class Odd implements Shape {}

    sealed interface Level permits Low {}

    enum Low implements Level {
        ONE
    }

    sealed interface Twins permits A.Same, B.Same {}

    static class A {
        record Same(int x) implements Twins {}
    }

    static class B {
        record Same(int x) implements Twins {}
    }

    sealed interface Fine permits Only {}

    record Only(int x) implements Fine {}

    record Boxed<T>(String id, T value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "a") // ERROR NoCanonicalForm
    <T> void unboundedInside(String id, Boxed<String> fine, Boxed<Object> fineToo, Boxed<T> value) {}

    @SideEffect(key = KEY, fingerprint = {"*", "!value.value"}, tool = "a2")
    <T> void unboundedTakenOut(String id, Boxed<T> value) {}

    @SideEffect(key = KEY, fingerprint = {"*", "!value.value"}, tool = "a3")
    <T> void rawTakenOut(String id, @SuppressWarnings("rawtypes") Boxed value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "a4") // ERROR NoCanonicalForm
    void raw(String id, @SuppressWarnings("rawtypes") Boxed value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "a5") // ERROR NoCanonicalForm
    <T extends Object & Comparable<T>, U extends T> void unboundedByAnother(String id, List<? extends U> value) {}

    interface Tool<R> {
        @SideEffect(key = KEY, fingerprint = "*", tool = "a6") // ERROR NoCanonicalForm
        void run(String id, R request);
    }

    @SideEffect(
            key = KEY,
            fingerprint = {
                "*",
                "!value.token", // ERROR UnknownPath
                "!map.token", // ERROR UnknownPath
                "!list.token", // ERROR UnknownPath
                "!boxed.value.token" // ERROR UnknownPath
            },
            tool = "a8")
    void belowJson(String id, Object value, Map<String, ?> map, List<Object> list, Boxed<Object> boxed) {}

    @SideEffect(key = KEY, fingerprint = {"id", "value.token"}, tool = "a9") // ERROR UnknownPath
    void selectedBelowJson(String id, Object value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "a10") // ERROR NoCanonicalForm
    void anyKeys(String id, Map<?, ?> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "b") // ERROR NoCanonicalForm
    void openInterface(String id, Open value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "c") // ERROR NoCanonicalForm
    void abstractClass(String id, Base value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "d") // ERROR NoCanonicalForm
    void noGetters(String id, Bare value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "e") // ERROR NoCanonicalForm
    void entity(String id, Customer value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "f") // ERROR CheckedAccessor
    void checked(String id, Failing value) {}

    @SideEffect(key = KEY, fingerprint = {"id", "value"}, tool = "g") // ERROR NoCanonicalForm
    void stream(String id, java.util.stream.Stream<String> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "h") // ERROR NoCanonicalForm
    void iterator(String id, java.util.Iterator<String> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "i") // ERROR NoCanonicalForm
    void deepInside(String id, Nested value) {}

    @SideEffect(key = KEY, fingerprint = {"*", "!value.uploads.body"}, tool = "j")
    void takenOut(String id, Nested value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "k") // ERROR NoCanonicalForm
    void clock(String id, java.time.Clock value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "l") // ERROR NoCanonicalForm
    void rawList(String id, @SuppressWarnings("rawtypes") List value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "m")
    void jsonLike(String id, List<?> value, Object any, Map<String, ? super Integer> map, Object[] array) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "n") // ERROR NoCanonicalForm
    <T> void variable(String id, T value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "o") // ERROR NoCanonicalForm
    void mapKey(String id, Map<List<String>, String> value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "p") // ERROR NoCanonicalForm
    void nonSealed(String id, Shape value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "q") // ERROR NoCanonicalForm
    void enumLeaf(String id, Level value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "r") // ERROR NoCanonicalForm
    void namesakes(String id, Twins value) {}

    @SideEffect(key = KEY, fingerprint = {"*", "!value.x"}, tool = "s") // ERROR PathBelowSealedType
    void belowSealed(String id, Fine value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "t") // ERROR InvisibleType
    void invisible(String id, other.Hidden.Order value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "u") // ERROR NoCanonicalForm
    void path(String id, java.nio.file.Path value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "v") // ERROR NoCanonicalForm
    void number(String id, Number value) {}

    private record Secret(String id) {}

    @SideEffect(key = KEY, fingerprint = {"*", "!value"}, tool = "x")
    void invisibleParameter(
            String id,
            Secret value) {} // ERROR InvisibleType

    @SideEffect(key = "{ctx.tenant}:{value.id}", fingerprint = "*", tool = "y")
    void invisibleOnce(Secret value) {} // ERROR InvisibleType

    @SideEffect(key = KEY, fingerprint = "*", tool = "z") // ERROR InvisibleType
    void invisibleArgument(String id, List<Secret> value) {}

    static class Basket extends java.util.ArrayList<String> {
        private static final long serialVersionUID = 1L;
        public String coupon = "";
    }

    interface Named extends Map<String, String> {
        String getName();
    }

    static class Text implements CharSequence {
        private String currency = "";

        @Override
        public int length() {
            return 0;
        }

        @Override
        public char charAt(int index) {
            return 'x';
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return currency;
        }
    }

    static class Plain extends java.util.ArrayList<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean isEmpty() {
            return super.isEmpty();
        }
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "c1") // ERROR NoCanonicalForm
    void listWithAField(String id, Basket value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "c2") // ERROR NoCanonicalForm
    void mapWithAGetter(String id, Named value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "c3") // ERROR NoCanonicalForm
    void textWithAField(String id, Text value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "c4")
    void listWithItsElementsAlone(String id, Plain value) {}

    static class Counter extends java.util.concurrent.atomic.AtomicLong {
        private static final long serialVersionUID = 1L;

        public String getLabel() {
            return "";
        }
    }

    static class Appointment extends java.util.Date {
        private static final long serialVersionUID = 1L;
    }

    sealed interface Tally permits Marks {}

    static final class Marks extends java.util.concurrent.atomic.AtomicLong implements Tally {
        private static final long serialVersionUID = 1L;
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "p1") // ERROR NoCanonicalForm
    void belowThePlatform(String id, Counter value) {}

    @SideEffect(key = KEY, fingerprint = {"id", "value.label"}, tool = "p2")
    @SuppressWarnings("retrysafe:UndecidedParameter")
    void ownMemberBelowThePlatform(String id, Counter value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "p3") // ERROR NoCanonicalForm
    void belowAClock(String id, Appointment value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "p4") // ERROR NoCanonicalForm
    void leafBelowThePlatform(String id, Tally value) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "p5")
    <V extends Enum<V>> void anyEnum(String id, V value, Enum<?> other, List<V> list, Map<V, Integer> map) {}

    static class Growing<T> {
        public Growing<List<T>> getNext() {
            return new Growing<>();
        }
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "w") // ERROR NoCanonicalForm
    void growing(String id, Growing<String> value) {}
}
