package reactor.core.publisher;

public abstract class Flux<T> implements org.reactivestreams.Publisher<T> {}
