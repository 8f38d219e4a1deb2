package dev.retrysafe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallContextTest {

    private final CallContext acme = CallContext.builder().tenant("acme").build();

    private final CallContext globex =
            CallContext.builder().tenant("globex").actor("ann").build();

    @AfterEach
    void clear() {
        CallContext.clear();
    }

    @Test
    void anInnerContextReplacesTheOuterOneWholeAndClosingRestoresIt() throws Exception {
        assertThat(CallContext.current()).isNull();
        String seen = globex.call(
                () -> acme.call(() -> current().get("tenant") + current().get("actor"))
                        + current().get("tenant"));
        assertThat(seen).isEqualTo("acmenullglobex");
        assertThat(CallContext.current()).isNull();
    }

    @Test
    void whatTheBodyThrowsPassesUnchangedAndTheContextIsRestored() {
        IOException thrown = new IOException("full");
        assertThatThrownBy(() -> acme.call(() -> {
                    throw thrown;
                }))
                .isSameAs(thrown);
        assertThat(CallContext.current()).isNull();
    }

    @Test
    void closingOutOfOrderThrows() {
        CallContext.Scope outer = acme.open();
        CallContext.Scope inner = globex.open();
        assertThatIllegalStateException().isThrownBy(outer::close).withMessageContaining("reverse order");
        assertThat(current()).isSameAs(globex);
        inner.close();
        inner.close();
        assertThat(current()).isSameAs(acme);
        outer.close();
    }

    @Test
    void aContextLeftOpenInsideCostsNeitherTheResultNorTheThread() throws Exception {
        String result = acme.call(() -> {
            CallContext.Scope forgotten = globex.open();
            return "result of " + forgotten.getClass().getSimpleName();
        });
        assertThat(result).startsWith("result");
        assertThat(CallContext.current()).isNull();
    }

    @Test
    void aContextIsNotInheritedByAnotherThread() throws Exception {
        try (CallContext.Scope scope = acme.open()) {
            @Nullable
            CallContext seen =
                    CompletableFuture.supplyAsync(CallContext::current).get();
            assertThat(seen).isNull();
        }
    }

    @Test
    void nullAndBlankValuesAreRefusedByName() {
        for (String blank : new String[] {"", " ", "\u00a0", "\u3000\t", "\u0085"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CallContext.builder().tenant(blank))
                    .withMessageContaining("ctx.tenant is blank");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CallContext.builder().attribute("region", blank))
                    .withMessageContaining("ctx.region is blank");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CallContext.builder().approval(nothing()))
                .withMessageContaining("ctx.approval is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CallContext.builder().issuedAt(nothing()))
                .withMessageContaining("issuedAt is null");
    }

    @Test
    void everyNamedValueIsFoundUnderItsName() {
        CallContext all = CallContext.builder()
                .tenant("t")
                .actor("a")
                .conversation("c")
                .turn("u")
                .approval("p")
                .operation("o")
                .attribute("region", "eu")
                .build();
        assertThat(new String[] {
                    all.get("tenant"),
                    all.get("actor"),
                    all.get("conversation"),
                    all.get("turn"),
                    all.get("approval"),
                    all.get("operation"),
                    all.get("region")
                })
                .containsExactly("t", "a", "c", "u", "p", "o", "eu");
        assertThat(all.get("other")).isNull();
        // Values may be personal data; names are enough to debug with.
        assertThat(all.toString()).contains("tenant", "region").doesNotContain("eu]");
    }

    private static CallContext current() {
        return Objects.requireNonNull(CallContext.current());
    }

    /** A caller whose code is not checked for nulls. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }
}
