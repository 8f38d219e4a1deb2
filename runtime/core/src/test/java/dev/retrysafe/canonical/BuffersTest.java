package dev.retrysafe.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectRejectedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Documents share buffers one after another and never at once. */
class BuffersTest {

    private static String document(String text) {
        CanonicalWriter w = new CanonicalWriter("t");
        w.text(text);
        return new String(w.document(), UTF_8);
    }

    private static String expected(String text) {
        return "{\"effect\":\"" + text + "\",\"tool\":\"t\",\"v\":1}";
    }

    @Test
    void aBufferIsUsedAgain() {
        CanonicalWriter first = new CanonicalWriter("t");
        JsonBuffer buffer = first.out;
        first.text("a longer text than the next one");
        first.document();

        CanonicalWriter second = new CanonicalWriter("t");
        assertThat(second.out).isSameAs(buffer);
        second.text("b");
        assertThat(new String(second.document(), UTF_8)).isEqualTo(expected("b"));
    }

    /** As when a getter calls another tool while its own arguments are being written. */
    @Test
    void aDocumentWithinADocumentHasABufferOfItsOwn() {
        CanonicalWriter outer = new CanonicalWriter("t");
        int array = outer.beginArray();
        outer.element();
        outer.text("before");
        assertThat(document("inner")).isEqualTo(expected("inner"));
        CanonicalWriter unfinished = new CanonicalWriter("t");
        unfinished.text("never ended");
        outer.element();
        outer.text("after");
        outer.endArray(array);

        assertThat(new String(outer.document(), UTF_8))
                .isEqualTo("{\"effect\":[\"before\",\"after\"],\"tool\":\"t\",\"v\":1}");
        assertThat(unfinished.out).isNotSameAs(new CanonicalWriter("t").out);
    }

    @Test
    void aRefusedDocumentsBufferNeverComesBack() {
        CanonicalWriter refused = new CanonicalWriter("t");
        assertThatThrownBy(() -> refused.number(Double.NaN)).isInstanceOf(SideEffectRejectedException.class);

        CanonicalWriter next = new CanonicalWriter("t");
        assertThat(next.out).isNotSameAs(refused.out);
        next.text("next");
        assertThat(new String(next.document(), UTF_8)).isEqualTo(expected("next"));
    }

    /** Else a writer that somebody kept would write into another call's document. */
    @Test
    void nothingCanBeWrittenOnceADocumentHasEnded() {
        CanonicalWriter w = new CanonicalWriter("t");
        CanonicalWriter.Entries map = w.beginMap();
        map.end();
        w.finish();

        List<Runnable> writes = List.of(
                () -> w.text("x"),
                () -> w.text("\n"),
                () -> w.integral(1),
                () -> w.integral(1L << 60),
                () -> w.number(1.5),
                () -> w.number(1.5f),
                () -> w.bool(true),
                w::nullValue,
                () -> w.bytes(new byte[3]),
                () -> w.member(CanonicalWriter.memberName("a")),
                () -> w.member(CanonicalWriter.memberName("a longer name")),
                w::element,
                () -> map.key("k"),
                w::document,
                w::finish);
        for (Runnable write : writes) {
            assertThatThrownBy(write::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the document has ended");
        }
        assertThat(document("next")).isEqualTo(expected("next"));
    }

    @Test
    void aLargeBufferIsNotKept() {
        document("x".repeat(Buffers.LARGEST_KEPT / 2));
        CanonicalWriter small = new CanonicalWriter("t");
        assertThat(small.out.size()).isLessThanOrEqualTo(Buffers.LARGEST_KEPT);
        small.text("x".repeat(10 * Buffers.LARGEST_KEPT));
        assertThat(small.document()).hasSizeGreaterThan(10 * Buffers.LARGEST_KEPT);

        assertThat(new CanonicalWriter("t").out.size()).isLessThanOrEqualTo(Buffers.LARGEST_KEPT);
    }

    /** More threads than places to keep a buffer, so that many look in the same place. */
    @Test
    void threadsNeverShareABuffer() throws Exception {
        int threads = 100;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<String>> hashes = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                String text = ("thread " + thread % 10 + " ").repeat(1 + thread % 10);
                hashes.add(pool.submit(() -> {
                    String first = hash(text);
                    for (int i = 0; i < 500; i++) {
                        assertThat(hash(text)).isEqualTo(first);
                    }
                    return first;
                }));
            }
            for (int thread = 0; thread < threads; thread++) {
                assertThat(hashes.get(thread).get())
                        .isEqualTo(hashes.get(thread % 10).get());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static String hash(String text) {
        CanonicalWriter w = new CanonicalWriter("t");
        w.text(text);
        return w.finish();
    }
}
