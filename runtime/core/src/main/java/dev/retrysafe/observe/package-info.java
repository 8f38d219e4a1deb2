/** What every call leaves behind: the listener SPI, its events, and the audit log. */
@NullMarked
package dev.retrysafe.observe;

import org.jspecify.annotations.NullMarked;
