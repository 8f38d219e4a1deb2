package reactor.core.publisher;

public abstract class Mono<T> implements org.reactivestreams.Publisher<T> {}
