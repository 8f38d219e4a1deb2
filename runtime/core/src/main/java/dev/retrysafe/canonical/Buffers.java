package dev.retrysafe.canonical;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Buffers that wait for their next document. A buffer belongs to one document from {@link #take} to {@link #giveBack}: a
 * getter that calls another tool gets another one, and one whose document was refused or abandoned never comes back.
 * Threads only choose where to look, so that virtual ones cost nothing and none keeps anything.
 */
final class Buffers {

    /** What a waiting buffer may hold on to. */
    static final int LARGEST_KEPT = 64 * 1024;

    private static final int SLOTS = slots(Runtime.getRuntime().availableProcessors());

    /** Neighbours in one cache line would slow each other down. */
    private static final int STRIDE = 16;

    private static final AtomicReferenceArray<@Nullable JsonBuffer> WAITING =
            new AtomicReferenceArray<>(SLOTS * STRIDE);

    private Buffers() {}

    private static int slots(int processors) {
        return Math.min(64, 4 * Integer.highestOneBit(processors));
    }

    private static int slot() {
        return ((int) Thread.currentThread().getId() & (SLOTS - 1)) * STRIDE;
    }

    /** An empty buffer. */
    static JsonBuffer take(ScalarWriter document) {
        JsonBuffer waiting = WAITING.getAndSet(slot(), null);
        JsonBuffer buffer = waiting == null ? new JsonBuffer() : waiting;
        buffer.begin(document);
        return buffer;
    }

    /** Ends the use of a buffer; the caller forgets it. */
    static void giveBack(JsonBuffer buffer) {
        if (buffer.size() <= LARGEST_KEPT) {
            buffer.begin(null);
            WAITING.setRelease(slot(), buffer);
        }
    }
}
