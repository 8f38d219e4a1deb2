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

    @SideEffect(key = KEY, fingerprint = "*", tool = "a") // ERROR NoCanonicalForm
    void anything(String id, Object value) {}

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

    @SideEffect(key = KEY, fingerprint = "*", tool = "m") // ERROR NoCanonicalForm
    void wildcard(String id, List<?> value) {}

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

    static class Growing<T> {
        public Growing<List<T>> getNext() {
            return new Growing<>();
        }
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "w") // ERROR NoCanonicalForm
    void growing(String id, Growing<String> value) {}
}
