/**
 * Keys and canonical bytes (RFC 8785): what generated code calls. Users read {@link dev.retrysafe.canonical.KeyWriter}
 * and {@link dev.retrysafe.canonical.CanonicalWriter} to learn the rules, and call them only for tools without
 * annotations.
 */
@NullMarked
package dev.retrysafe.canonical;

import org.jspecify.annotations.NullMarked;
