/** One operation that very many callers retry at once, beside callers of other tenants. */
@NullMarked
package dev.retrysafe.samples.chaos.hotkey;

import org.jspecify.annotations.NullMarked;
