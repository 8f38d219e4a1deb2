package io.micronaut.scheduling.annotation;

public @interface Async {}
