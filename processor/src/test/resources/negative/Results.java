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
    abstract reactor.core.publisher.Mono<String> mono(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "k")
    abstract org.springframework.http.ResponseEntity<Ticket> http(String id); // ERROR UnsupportedResult

    @SideEffect(key = KEY, fingerprint = "*", tool = "l")
    abstract CompletableFuture<Object> future(String id); // ERROR UnsupportedResult

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
}
