package dev.retrysafe.redis;

import dev.retrysafe.store.OpenQuery.Position;
import dev.retrysafe.store.RecordId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The 256 indexes of open records as one, oldest first. */
final class OpenIndex {

    /** Of each index; so a page of ordinary length is filled by one sending, wherever its records lie. */
    private static final int LEAST_EACH = 16;

    private static final int GROWTH = 8;

    private static final byte[] FROM_THE_FIRST = "-inf".getBytes(StandardCharsets.US_ASCII);

    private final Batches batches;

    OpenIndex(Batches batches) {
        this.batches = batches;
    }

    /**
     * Some names that follow a position, without a gap.
     *
     * @param oldestFirst where they are
     * @param complete whether these are all
     */
    record Names(List<Position> oldestFirst, boolean complete) {}

    /**
     * Reads on. The first few names of each index are merged up to where the first of them breaks off: what lies behind
     * that is not known to be in order.
     *
     * @param after where the page before ended; null for the first
     * @param wanted how many names there should be, as a hint
     */
    Names after(@Nullable Position after, int wanted) {
        byte[] from = after == null ? FROM_THE_FIRST : Packer.decimal(after.firstAttemptAt());
        int each = Math.max(LEAST_EACH, 4 * wanted / RecordKeys.TAGS);
        while (true) {
            Names names = merged(read(from, each), after, each);
            if (names.complete() || !names.oldestFirst().isEmpty()) {
                return names;
            }
            // So many of one millisecond in one index that their end is not in sight.
            each = Math.multiplyExact(each, GROWTH);
        }
    }

    private List<byte[]> read(byte[] from, int each) {
        List<String> indexes = RecordKeys.tags().stream().map(RecordKeys::index).toList();
        return batches.ask(Question.NAMES, indexes, from, Packer.decimal(each));
    }

    private static Names merged(List<byte[]> indexes, @Nullable Position after, int each) {
        List<Position> positions = new ArrayList<>();
        double known = Double.POSITIVE_INFINITY;
        List<String> tags = RecordKeys.tags();
        for (int i = 0; i < tags.size(); i++) {
            Unpacker entries = new Unpacker(indexes.get(i));
            double last = Double.POSITIVE_INFINITY;
            int count = 0;
            while (entries.remaining() > 0) {
                last = Double.longBitsToDouble(entries.int64());
                add(positions, tags.get(i), entries.bytes(entries.int32()), last);
                count++;
            }
            if (count >= each) {
                known = Math.min(known, last);
            }
        }
        double end = known;
        positions.removeIf(
                position -> position.firstAttemptAt() >= end || (after != null && position.compareTo(after) <= 0));
        Collections.sort(positions);
        return new Names(positions, Double.isInfinite(known));
    }

    /** What is no name of ours is passed over. */
    private static void add(List<Position> positions, String tag, byte[] name, double time) {
        RecordId id = new RecordKeys(tag, new String(name, StandardCharsets.US_ASCII)).id();
        if (id != null) {
            positions.add(new Position((long) time, id));
        }
    }
}
