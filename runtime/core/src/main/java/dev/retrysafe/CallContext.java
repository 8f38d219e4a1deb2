package dev.retrysafe;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What the running application, not the model, says about a call: tenant, actor, conversation, approval and so on.
 * Key templates read it as <code>{ctx.tenant}</code>. It is bound to the thread; an inner one replaces it whole and
 * closing restores the outer one. It is immutable and may be opened on several threads.
 *
 * <pre>{@code
 * CallContext context = CallContext.builder().tenant("acme").conversation("c-9").build();
 * Ticket ticket = context.call(() -> desk.createTicket("approval-17", request));
 * }</pre>
 */
public final class CallContext {

    private static final ThreadLocal<@Nullable OpenScope> CURRENT = new ThreadLocal<>();

    private final Map<String, String> values;

    private final @Nullable Instant issuedAt;

    private CallContext(Map<String, String> values, @Nullable Instant issuedAt) {
        this.values = values;
        this.issuedAt = issuedAt;
    }

    /**
     * Starts a new context, independent of the one that is bound now.
     *
     * @return an empty builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The context bound to this thread.
     *
     * @return the innermost open context; null when none is open
     */
    public static @Nullable CallContext current() {
        OpenScope scope = CURRENT.get();
        return scope == null ? null : scope.context;
    }

    /**
     * Closes every context that is open on this thread. For filters, listeners and executors that take a thread over
     * from code that may not have closed its own.
     */
    public static void clear() {
        CURRENT.remove();
    }

    /**
     * Binds this context to the thread until the scope is closed. Scopes are closed on their own thread, innermost
     * first.
     *
     * @return the scope to close, best by try-with-resources
     */
    public Scope open() {
        OpenScope scope = new OpenScope(this, CURRENT.get());
        CURRENT.set(scope);
        return scope;
    }

    /**
     * Runs the body under this context.
     *
     * @param body what to run
     * @param <T> the type of its value
     * @return the body's value
     * @throws Exception what the body throws, unchanged
     */
    public <T extends @Nullable Object> T call(Callable<? extends T> body) throws Exception {
        OpenScope outer = CURRENT.get();
        CURRENT.set(new OpenScope(this, outer));
        try {
            return body.call();
        } finally {
            // What the body left open inside is dropped: its result must not be lost for it, nor the thread keep it.
            restore(outer);
        }
    }

    /** Remembers what is bound to this thread. */
    static Bound bound() {
        return new Bound(CURRENT.get());
    }

    /**
     * What was bound to a thread.
     *
     * @param scope the innermost open scope; null for none
     */
    record Bound(@Nullable OpenScope scope) {

        /**
         * Binds it again, without what has been closed since.
         *
         * @return whether something else was bound
         */
        boolean restore() {
            OpenScope now = CURRENT.get();
            if (now == scope) {
                return false;
            }
            OpenScope open = scope;
            while (open != null && open.closed) {
                open = open.outer;
            }
            CallContext.restore(open);
            return now != open;
        }
    }

    /**
     * The value under a name: {@code tenant}, {@code actor}, {@code conversation}, {@code turn}, {@code approval},
     * {@code operation} or an attribute's.
     *
     * @param name the name as in <code>{ctx.name}</code>
     * @return the value; null when the context has none
     */
    public @Nullable String get(String name) {
        return values.get(name);
    }

    /**
     * When the request that led to this call was made, by the caller's word. A call older than its tool's retention is
     * refused: the receipt that would answer it may be gone.
     *
     * @return the time; null when not known
     */
    public @Nullable Instant issuedAt() {
        return issuedAt;
    }

    private static void restore(@Nullable OpenScope outer) {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    @Override
    public String toString() {
        return "CallContext" + values.keySet();
    }

    /** A context bound to a thread; closing it restores the one before. */
    public interface Scope extends AutoCloseable {

        /**
         * Restores the context that was bound before. Closing twice does nothing.
         *
         * @throws IllegalStateException when it is not the innermost open scope of this thread
         */
        @Override
        void close();
    }

    private static final class OpenScope implements Scope {

        private final CallContext context;

        private final @Nullable OpenScope outer;

        private boolean closed;

        private OpenScope(CallContext context, @Nullable OpenScope outer) {
            this.context = context;
            this.outer = outer;
        }

        @Override
        public void close() {
            if (closed) {
                return;
            }
            if (CURRENT.get() != this) {
                throw new IllegalStateException("this CallContext scope is not the innermost one open on thread \""
                        + Thread.currentThread().getName()
                        + "\": close scopes where they were opened, in reverse order (try-with-resources does)");
            }
            closed = true;
            restore(outer);
        }
    }

    /** Collects the values of a context. Null and blank values are refused at once, with their name. */
    public static final class Builder {

        private final Map<String, String> values = new LinkedHashMap<>();

        private @Nullable Instant issuedAt;

        private Builder() {}

        /**
         * Sets the tenant.
         *
         * @param v the tenant
         * @return this
         */
        public Builder tenant(String v) {
            return put("tenant", v);
        }

        /**
         * Sets who asks; also the {@code actor} of envelopes and audit lines.
         *
         * @param v the actor
         * @return this
         */
        public Builder actor(String v) {
            return put("actor", v);
        }

        /**
         * Sets the conversation.
         *
         * @param v the conversation's id
         * @return this
         */
        public Builder conversation(String v) {
            return put("conversation", v);
        }

        /**
         * Sets the turn of the conversation.
         *
         * @param v the turn's id
         * @return this
         */
        public Builder turn(String v) {
            return put("turn", v);
        }

        /**
         * Sets the approval that allows the effect.
         *
         * @param v the approval's id
         * @return this
         */
        public Builder approval(String v) {
            return put("approval", v);
        }

        /**
         * Sets the operation id that the caller gave.
         *
         * @param v the operation's id
         * @return this
         */
        public Builder operation(String v) {
            return put("operation", v);
        }

        /**
         * Sets when the request was made.
         *
         * @param t the time
         * @return this
         */
        public Builder issuedAt(Instant t) {
            if (t == null) {
                throw new IllegalArgumentException("issuedAt is null: leave it out when it is not known");
            }
            issuedAt = t;
            return this;
        }

        /**
         * Sets a value of the application's own, read as <code>{ctx.name}</code>.
         *
         * @param name the name
         * @param v the value
         * @return this
         */
        public Builder attribute(String name, String v) {
            if (name == null || BlankText.isBlank(name)) {
                throw new IllegalArgumentException("an attribute of a CallContext has a blank name");
            }
            return put(name, v);
        }

        /**
         * Builds the context.
         *
         * @return an immutable context
         */
        public CallContext build() {
            return new CallContext(Map.copyOf(values), issuedAt);
        }

        private Builder put(String name, String value) {
            if (value == null || BlankText.isBlank(value)) {
                throw new IllegalArgumentException("ctx." + name + " is " + (value == null ? "null" : "blank")
                        + ": leave it out when there is none, so that a key that needs it is refused by name");
            }
            values.put(name, value);
            return this;
        }
    }
}
