package dev.retrysafe.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a tool: a method that changes the world outside and that somebody (a model, a queue, a human) may ask for
 * twice. A call of it causes its effect at most once per key while the key's record lives; a retry is answered from the
 * stored receipt; what cannot be known is said as <em>in doubt</em>, never settled by a second effect.
 *
 * <pre>{@code
 * @SideEffect(
 *     key = "{ctx.tenant}:{ctx.conversation}:{approvalId}",
 *     fingerprint = {"*", "!request.note"},
 *     ttl = "72h",
 *     receipt = @Receipt(system = "linear", id = "id", url = "url"))
 * public Ticket createTicket(String approvalId, CreateTicket request) { … }
 * }</pre>
 *
 * <p>The annotation processor {@code retrysafe-processor} must run over the class: it checks every value below and
 * writes the code that builds key and fingerprint. A class that was compiled without it is refused at start-up.
 *
 * <h2>What may carry it</h2>
 *
 * A method of a class or an interface (an implementation inherits the annotation of the interface method) that an
 * interceptor can see: not private, static or final, nor in a final class, unless the module is compiled with
 * {@code -Aretrysafe.interception=aspectj}.
 *
 * <h2>Results</h2>
 *
 * Values, {@code void}, {@code Optional<T>}, lists and other generics, {@code CompletableFuture} and
 * {@code CompletionStage}. The result is stored with the receipt, before the caller gets it, and a replay returns an
 * equal one.
 *
 * @see ReadOnly
 * @see TenantScope
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface SideEffect {

    /**
     * The template of the idempotency key: it names one operation and renders the same on every retry.
     *
     * <p>Parts are joined by {@code :}. A part is a literal of {@code [A-Za-z0-9_.-]} or one placeholder {@code {path}}
     * with an optional literal before or after it, as in <code>tenant_{ctx.tenant}</code>. A path starts at a
     * parameter's name, or at {@code ctx} for what the running application (not the model) says:
     * <code>{ctx.tenant}</code>, <code>{ctx.actor}</code>, <code>{ctx.conversation}</code>, <code>{ctx.turn}</code>,
     * <code>{ctx.approval}</code>, <code>{ctx.operation}</code> and any attribute by its name. It goes on through record
     * components, bean getters and public fields, and unwraps {@code Optional}. <code>{fingerprint}</code> stands for
     * the effect's fingerprint. The tool name is appended by the runtime.
     *
     * <p>Values are text, integral numbers, booleans, {@code UUID}, enums, {@code LocalDate} and records of one such
     * component. Every character but {@code [A-Za-z0-9_.~@-]} of a value is percent-encoded, so no two operations
     * share a key. A null, empty or blank value refuses the call before anything happens.
     *
     * <p>A key must have a tenant part (<code>{ctx.tenant}</code>, a value marked {@link TenantScope}, or one with a
     * tenant's name such as {@code tenantId}) and at least one further placeholder that names the operation: the
     * business decision, not the attempt. Clocks, trace ids and tool-call ids are errors.
     *
     * @return the key template
     */
    String key();

    /**
     * The paths that define the effect. The same key with other values here is a conflict, never a replay.
     *
     * <p>{@code "*"} selects all parameters, {@code "request"} a whole value, {@code "request.title"} one member;
     * {@code "!request.note"} takes something out, whatever the order. Paths go through {@code Optional}, collections,
     * arrays and map values and apply to each element. Take out what may be worded differently on a retry (free text,
     * trace ids); keep what makes it another effect (amount, recipient, severity).
     *
     * @return the fingerprint paths, at least one of which selects something
     */
    String[] fingerprint();

    /**
     * The tool's name, {@code [A-Za-z0-9_-]{1,64}}. It is part of the key, of the fingerprint and of the downstream
     * key, so it must stay the same when a method is renamed.
     *
     * @return the tool name; empty for the default: the explicit name in the agent framework's annotation on the
     *     method if there is one, else the method's name in snake case ({@code createTicket} is
     *     {@code create_ticket})
     */
    String tool() default "";

    /**
     * Whether an effect in doubt may be sent again.
     *
     * @return the class of mutation, {@link Mutation#NON_IDEMPOTENT} by default
     */
    Mutation mutation() default Mutation.NON_IDEMPOTENT;

    /**
     * How long the receipt is kept, counted from its commit: {@code 90s}, {@code 15m}, {@code 24h}, {@code 7d} or
     * ISO-8601 such as {@code PT24H}; a unit always. Longer than any retry may come late, and never shorter than a caller
     * waits for another one's receipt (10 s, unless configured).
     *
     * @return the retention; empty for the configured one (24h)
     */
    String ttl() default "";

    /**
     * Where in the result the proof of the effect stands.
     *
     * @return the receipt paths
     */
    Receipt receipt() default @Receipt;

    /**
     * How an effect in doubt is settled.
     *
     * @return the recovery; by default an effect in doubt waits for a person
     */
    Recovery recovery() default @Recovery;

    /**
     * What an exception of the method says about the effect.
     *
     * @return the failure types; by default every exception leaves the effect in doubt, unless its type implements
     *     {@code dev.retrysafe.NoEffect}
     */
    Failures failures() default @Failures;

    /**
     * Whether the result is stored for replays. With {@code false} (results with secrets) only the receipt is kept,
     * and a replay throws {@code ResultUnavailableException} carrying it.
     *
     * @return whether to store the result
     */
    boolean storeResult() default true;
}
