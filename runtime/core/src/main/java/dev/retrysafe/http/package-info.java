/** Forwards the keys of running tools to the remote side, on the JDK's HTTP client; other clients use the same rule. */
@NullMarked
package dev.retrysafe.http;

import org.jspecify.annotations.NullMarked;
