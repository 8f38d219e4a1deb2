package org.reactivestreams;

public interface Publisher<T> {}
