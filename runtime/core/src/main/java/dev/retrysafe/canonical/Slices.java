package dev.retrysafe.canonical;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/** The elements of an array or the entries of an object, to be put into an order when all are written. */
final class Slices {

    /** Most maps and sets hold no more. */
    private static final int FEW = 8;

    private final int start;

    /** Where each slice begins; it ends where the next one does. */
    private int[] from = new int[FEW];

    private String[] keys = new String[0];

    private int count;

    Slices(int start) {
        this.start = start;
    }

    int start() {
        return start;
    }

    /** Starts a slice with a comma, as every element and member starts. */
    void add(JsonBuffer out) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
        }
        from[count++] = out.position();
        out.put(',');
    }

    /** Starts a slice that is sorted by a key. */
    void add(String key, JsonBuffer out) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, Math.max(FEW, 2 * count));
        }
        keys[count] = key;
        add(out);
    }

    /** Puts the slices into the order of their bytes. */
    void sort(boolean merge, JsonBuffer out) {
        int[] bounds = bounds(out);
        byte[] bytes = out.bytes();
        boolean sorted = true;
        for (int i = 1; i < count && sorted; i++) {
            int order = compare(bytes, bounds, i - 1, i);
            sorted = merge ? order < 0 : order <= 0;
        }
        if (sorted) {
            return;
        }
        byte[] written = takeBack(bounds, out);
        int previous = -1;
        for (int slice : sorted((a, b) -> compare(written, bounds, a, b))) {
            if (!merge || previous < 0 || compare(written, bounds, previous, slice) != 0) {
                out.raw(written, bounds[slice], bounds[slice + 1] - bounds[slice]);
            }
            previous = slice;
        }
    }

    /**
     * Puts the slices into the order of their keys' UTF-16 code units.
     *
     * @return false when two keys are equal, of which only the first is written then
     */
    boolean sortByKey(JsonBuffer out) {
        boolean sorted = true;
        for (int i = 1; i < count && sorted; i++) {
            sorted = keys[i - 1].compareTo(keys[i]) < 0;
        }
        if (sorted) {
            return true;
        }
        int[] bounds = bounds(out);
        byte[] written = takeBack(bounds, out);
        int previous = -1;
        for (int slice : sorted((a, b) -> keys[a].compareTo(keys[b]))) {
            if (previous >= 0 && keys[previous].equals(keys[slice])) {
                return false;
            }
            previous = slice;
            out.raw(written, bounds[slice], bounds[slice + 1] - bounds[slice]);
        }
        return true;
    }

    private static int compare(byte[] bytes, int[] bounds, int a, int b) {
        return Arrays.compareUnsigned(bytes, bounds[a], bounds[a + 1], bytes, bounds[b], bounds[b + 1]);
    }

    private int[] bounds(JsonBuffer out) {
        int[] bounds = Arrays.copyOf(from, count + 1);
        bounds[count] = out.position();
        return bounds;
    }

    private int[] sorted(IntBinaryOperator comparator) {
        if (count > FEW) {
            return IntStream.range(0, count)
                    .boxed()
                    .sorted(comparator::applyAsInt)
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int at = i;
            for (; at > 0 && comparator.applyAsInt(order[at - 1], i) > 0; at--) {
                order[at] = order[at - 1];
            }
            order[at] = i;
        }
        return order;
    }

    /** A copy of what was written since the start, the bounds measured against it. */
    private byte[] takeBack(int[] bounds, JsonBuffer out) {
        byte[] written = Arrays.copyOfRange(out.bytes(), start, out.position());
        for (int i = 0; i <= count; i++) {
            bounds[i] -= start;
        }
        out.truncate(start);
        return written;
    }
}
