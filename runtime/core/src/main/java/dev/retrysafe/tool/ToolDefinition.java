package dev.retrysafe.tool;

import dev.retrysafe.annotation.Mutation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What {@code @SideEffect} says about a tool, with everything that the compiler has checked.
 *
 * @param tool the tool's name
 * @param declaringType the binary name of the type that declares the annotated method; for a tool without annotations a
 *     name of its user's choice
 * @param methodName the annotated method's name
 * @param keyTemplate the key template as written
 * @param fingerprintPaths the fingerprint paths as written
 * @param definitionHash lower-case hex that changes when the fingerprint's definition does
 * @param mutation the class of mutation
 * @param ttl the receipt's retention; null for the configured one
 * @param receiptSystem the remote system; null for none
 * @param completion how the method hands its result over
 * @param storeResult whether results are stored
 * @param noEffect exception types that prove that nothing happened
 * @param replay exception types that are the final outcome
 * @param witnessed whether every request of the tool is seen, so that a failure without one proves that nothing happened
 * @param recovery how an effect in doubt is settled without a person
 */
public record ToolDefinition(
        String tool,
        String declaringType,
        String methodName,
        String keyTemplate,
        List<String> fingerprintPaths,
        String definitionHash,
        Mutation mutation,
        @Nullable Duration ttl,
        @Nullable String receiptSystem,
        Completion completion,
        boolean storeResult,
        List<Class<? extends Throwable>> noEffect,
        List<Class<? extends Throwable>> replay,
        boolean witnessed,
        RecoveryPlan recovery) {

    /** Checks the name and copies the lists. */
    public ToolDefinition {
        if (!tool.matches("[A-Za-z0-9_-]{1,64}")) {
            throw new IllegalArgumentException(
                    "not a tool name: \"" + tool + "\". Use 1 to 64 of the characters A-Z a-z 0-9 _ -");
        }
        if (!definitionHash.matches("[0-9a-f]{0,64}")) {
            throw new IllegalArgumentException(
                    "not a definition hash: \"" + definitionHash + "\". Use up to 64 lower-case hex digits");
        }
        fingerprintPaths = List.copyOf(fingerprintPaths);
        noEffect = List.copyOf(noEffect);
        replay = List.copyOf(replay);
        Objects.requireNonNull(recovery, "recovery");
    }

    /**
     * Starts a definition.
     *
     * @param tool the tool's name
     * @param declaringType the binary name of the declaring type
     * @param methodName the annotated method's name
     * @return a builder with the annotation's defaults
     */
    public static Builder builder(String tool, String declaringType, String methodName) {
        return new Builder(tool, declaringType, methodName);
    }

    /** Collects a definition; generated code calls what differs from the defaults. */
    public static final class Builder {

        private final String tool;

        private final String declaringType;

        private final String methodName;

        private String keyTemplate = "";

        private List<String> fingerprintPaths = List.of();

        private String definitionHash = "";

        private Mutation mutation = Mutation.NON_IDEMPOTENT;

        private @Nullable Duration ttl;

        private @Nullable String receiptSystem;

        private Completion completion = Completion.RETURN;

        private boolean storeResult = true;

        private List<Class<? extends Throwable>> noEffect = List.of();

        private List<Class<? extends Throwable>> replay = List.of();

        private boolean witnessed;

        private RecoveryPlan recovery = RecoveryPlan.NONE;

        private Builder(String tool, String declaringType, String methodName) {
            this.tool = Objects.requireNonNull(tool, "tool");
            this.declaringType = Objects.requireNonNull(declaringType, "declaringType");
            this.methodName = Objects.requireNonNull(methodName, "methodName");
        }

        /**
         * Sets the key template.
         *
         * @param template as written
         * @return this
         */
        public Builder key(String template) {
            keyTemplate = template;
            return this;
        }

        /**
         * Sets the fingerprint paths.
         *
         * @param hash hex that changes when the fingerprint's definition does
         * @param paths as written
         * @return this
         */
        public Builder fingerprint(String hash, String... paths) {
            definitionHash = hash;
            fingerprintPaths = List.of(paths);
            return this;
        }

        /**
         * Sets the class of mutation.
         *
         * @param value the class of mutation
         * @return this
         */
        public Builder mutation(Mutation value) {
            mutation = value;
            return this;
        }

        /**
         * Sets the receipt's retention.
         *
         * @param seconds whole seconds, positive
         * @param nanos nanoseconds of the next second
         * @return this
         */
        public Builder ttl(long seconds, int nanos) {
            ttl = Duration.ofSeconds(seconds, nanos);
            return this;
        }

        /**
         * Sets the remote system.
         *
         * @param system its name
         * @return this
         */
        public Builder receiptSystem(String system) {
            receiptSystem = system;
            return this;
        }

        /**
         * Says that the method returns a future.
         *
         * @return this
         */
        public Builder completesLater() {
            completion = Completion.FUTURE;
            return this;
        }

        /**
         * Says that the method returns a Reactor {@code Mono}.
         *
         * @return this
         */
        public Builder completesInMono() {
            completion = Completion.MONO;
            return this;
        }

        /**
         * Says that results are not stored.
         *
         * @return this
         */
        public Builder receiptOnly() {
            storeResult = false;
            return this;
        }

        /**
         * Sets the exception types that prove that nothing happened.
         *
         * @param types the types
         * @return this
         */
        public Builder noEffect(List<Class<? extends Throwable>> types) {
            noEffect = types;
            return this;
        }

        /**
         * Sets the exception types that are the final outcome: stored, and thrown again by replays.
         *
         * @param types the types; {@link ToolMethod#rebuild} makes each
         * @return this
         */
        public Builder replay(List<Class<? extends Throwable>> types) {
            replay = types;
            return this;
        }

        /**
         * Says that every request of the tool goes through a Retrysafe HTTP interceptor or is announced.
         *
         * @return this
         */
        public Builder witnessed() {
            witnessed = true;
            return this;
        }

        /**
         * Sets the lookup.
         *
         * @param method the lookup method's name, for people; {@link ToolMethod#lookUp} calls it
         * @return this
         */
        public Builder reconcile(String method) {
            recovery = recovery.lookedUpBy(method);
            return this;
        }

        /**
         * Sets how old a doubt must be for an "absent" to be believed.
         *
         * @param seconds whole seconds, positive
         * @param nanos nanoseconds of the next second
         * @return this
         */
        public Builder trustAbsentAfter(long seconds, int nanos) {
            recovery = recovery.trusting(Duration.ofSeconds(seconds, nanos));
            return this;
        }

        /**
         * Sets how long after the first attempt the effect may be sent again.
         *
         * @param seconds whole seconds, positive
         * @param nanos nanoseconds of the next second
         * @return this
         */
        public Builder resendWithin(long seconds, int nanos) {
            recovery = recovery.resent(Duration.ofSeconds(seconds, nanos));
            return this;
        }

        /**
         * Says that the effect may be sent again at any time.
         *
         * @return this
         */
        public Builder resendForever() {
            recovery = recovery.resent(null);
            return this;
        }

        /**
         * Builds the definition.
         *
         * @return the definition
         */
        public ToolDefinition build() {
            return new ToolDefinition(
                    tool,
                    declaringType,
                    methodName,
                    keyTemplate,
                    fingerprintPaths,
                    definitionHash,
                    mutation,
                    ttl,
                    receiptSystem,
                    completion,
                    storeResult,
                    noEffect,
                    replay,
                    witnessed,
                    recovery);
        }
    }
}
