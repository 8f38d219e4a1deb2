package dev.retrysafe.engine;

/** What the tools of these tests return. */
record Ticket(String id, String url, String severity) {}
