import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

abstract class Results<V> {
    static final String KEY = "{ctx.tenant}:{id}";

    record Ticket(String id, java.net.URI url, double weight, Owner owner) {}

    record Owner(String name) {}

    interface Open {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "a")
    abstract Object anything(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "b")
    abstract Number number(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "c")
    abstract Open open(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "d")
    abstract List<? extends Owner> wildcard(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "e")
    abstract V variable(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "f")
    abstract <T> List<T> variableInside(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "g")
    abstract java.util.stream.Stream<String> stream(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "h")
    abstract java.io.InputStream bytes(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "i")
    abstract reactor.core.publisher.Flux<String> flux(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "j")
    abstract reactor.core.publisher.Mono<Object> mono(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "j2")
    abstract reactor.core.publisher.Mono<String> goodMono(String id);

    @SideEffect(key = KEY, fingerprint = "*", tool = "j3")
    abstract reactor.core.publisher.Mono<Void> emptyMono(String id);

    @SideEffect(key = KEY, fingerprint = "*", tool = "j4")
    @SuppressWarnings("rawtypes")
    abstract reactor.core.publisher.Mono rawMono(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "j5")
    abstract List<reactor.core.publisher.Mono<String>> monosInside(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "j6")
    abstract reactor.core.publisher.Mono<CompletableFuture<String>> futureInside(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "j7")
    abstract reactor.core.publisher.Mono<reactor.core.publisher.Flux<String>> flow(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "k")
    abstract org.springframework.http.ResponseEntity<Ticket> http(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "l")
    abstract CompletableFuture<Object> future(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "l2", mutation = Mutation.LOCAL_TRANSACTION)
    abstract CompletableFuture<String> localFuture(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "m")
    @SuppressWarnings("rawtypes")
    abstract CompletableFuture rawFuture(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "n")
    @SuppressWarnings("rawtypes")
    abstract List rawList(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "o")
    abstract java.util.concurrent.Future<String> plainFuture(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "p")
    abstract Object[] array(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "q")
    abstract Thread platform(String id); // ERROR UnsupportedResult

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "r",
            receipt = @Receipt(
                    system = "desk",
                    id = "number", // ERROR UnknownPath
                    url = "owner.nam")) // ERROR UnknownPath
    abstract Ticket unknown(String id);

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "s",
            receipt = @Receipt(
                    system = "desk",
                    id = "weight", // ERROR UnsupportedReceiptType
                    url = "url"))
    abstract CompletableFuture<Optional<Ticket>> type(String id);

    @SideEffect(key = KEY, fingerprint = "*", tool = "t", receipt = @Receipt(id = "id")) // ERROR UnknownPath
    abstract void nothing(String id);

    @SideEffect(key = KEY, fingerprint = "*", tool = "u", receipt = @Receipt(id = "id..x")) // ERROR MalformedPath
    abstract Ticket malformed(String id);

    @SideEffect(key = KEY, fingerprint = "*", tool = "v", receipt = @Receipt(id = "id")) // ERROR UnknownPath
    abstract List<Ticket> list(String id);

    record Deep(Owner owner, List<Links> links) {}

    record Links(java.net.URL home) {}

    record Numeric(Number number, Deep deep) {}

    static final class Fixed {
        private final String id;

        Fixed(String id) {
            this.id = id;
        }
    }

    static class Bean {
        private String id;
        private java.util.Optional<Object> anything;
    }

    static class Own extends java.util.ArrayList<String> {
        private static final long serialVersionUID = 1L;
    }

    sealed interface Choice permits One, Two {}

    record One(String id) implements Choice {}

    static final class Two implements Choice {
        private Thread thread;
    }

    sealed interface Twins permits Left.Same, Right.Same {}

    static class Left {
        record Same(int x) implements Twins {}
    }

    static class Right {
        record Same(int x) implements Twins {}
    }

    class Inner {
        private String id;
    }

    static class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    record Page<T>(List<T> items) {}

    record Wild(List<?> items) {}

    record WildMap(java.util.Map<String, ?> items) {}

    record WildNumber(Optional<? extends Number> number) {}

    record WildPage(Page<?> page) {}

    @SuppressWarnings("rawtypes")
    record Raw(List items) {}

    @SuppressWarnings("rawtypes")
    record RawPage(Page page) {}

    record Bounded(List<? extends Owner> owners) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "y1")
    abstract Wild wild(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y2")
    abstract WildMap wildMap(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y3")
    abstract WildNumber wildNumber(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y4")
    abstract WildPage wildPage(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y5")
    abstract Raw raw(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y6")
    abstract RawPage rawPage(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y7")
    abstract Bounded bounded(String id);

    @SideEffect(key = KEY, fingerprint = "*", tool = "x0")
    abstract java.net.URL unstorable0(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x1")
    abstract StringBuilder unstorable1(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x2")
    abstract java.util.concurrent.atomic.AtomicInteger unstorable2(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x3")
    abstract Deep unstorable3(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x4")
    abstract List<Optional<Deep>> unstorable4(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x5")
    abstract Numeric unstorable5(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x6")
    abstract Fixed unstorable6(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x7")
    abstract CompletableFuture<Fixed> unstorable7(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x8")
    abstract Bean unstorable8(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x9")
    abstract Own unstorable9(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x10")
    abstract java.util.Map<Owner, String> unstorable10(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x11")
    abstract Choice unstorable11(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x12")
    abstract Twins unstorable12(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x13")
    abstract Inner unstorable13(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x14")
    abstract Failure unstorable14(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x15")
    abstract Page<java.util.concurrent.atomic.AtomicLong> unstorable15(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "x16")
    abstract com.fasterxml.jackson.databind.JsonNode unstorable16(String id); // ERROR UnsupportedResult

    static class Tracked<T> extends CompletableFuture<T> {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "y0")
    abstract Tracked<String> subclass(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y1w", storeResult = false)
    abstract java.util.concurrent.FutureTask<String> task(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y2w", storeResult = false)
    abstract Optional<CompletableFuture<String>> within(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y3w", storeResult = false)
    abstract CompletableFuture<CompletableFuture<String>> twice(String id); // ERROR UnsupportedResult

    record Later(String id, CompletableFuture<String> done) {}

    record Asked(String id, java.util.function.Supplier<String> text) {}

    record Deeply(List<Optional<Asked>> parts) {}

    sealed interface Either {}

    record Now(String id) implements Either {}

    record Soon(java.util.concurrent.Callable<String> id) implements Either {}

    static class Hidden {
        private CompletableFuture<String> done = new CompletableFuture<>();

        String id() {
            return done.join();
        }
    }

    static class Shown {
        public java.util.stream.Stream<String> getLines() {
            return java.util.stream.Stream.of();
        }
    }

    /** A private function of its own, like a library's. */
    static class Inside {
        private final transient CompletableFuture<String> cache = new CompletableFuture<>();

        private final java.util.function.Supplier<String> text = () -> "x";

        public String getText() {
            return text.get() + cache;
        }

        public Inside getSelf() {
            return this;
        }
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "y4w", storeResult = false)
    abstract Later later(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y4s")
    abstract Later laterStored(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y5w", storeResult = false)
    abstract Asked asked(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y6w", storeResult = false)
    abstract CompletableFuture<Deeply> deeply(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y7w", storeResult = false)
    abstract Either either(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y8w", storeResult = false)
    abstract Hidden hidden(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "y9w", storeResult = false)
    abstract Shown shown(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "z1w", storeResult = false)
    abstract List<Inside> inside(String id);

    @SideEffect(key = KEY, fingerprint = "*", tool = "z2w", storeResult = false)
    abstract java.util.Map<String, Page<CompletableFuture<String>>> page(String id); // ERROR UnsupportedResult
}
