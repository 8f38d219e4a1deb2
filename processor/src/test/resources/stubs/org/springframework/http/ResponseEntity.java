package org.springframework.http;

public class ResponseEntity<T> {}
