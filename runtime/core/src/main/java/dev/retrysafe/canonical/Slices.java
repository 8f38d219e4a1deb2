package dev.retrysafe.canonical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The elements of an array or the entries of an object, to be put into an order when all are written. */
final class Slices {

    private final JsonBuffer out;

    private final int start;

    private final List<Slice> slices = new ArrayList<>();

    Slices(JsonBuffer out, int start) {
        this.out = out;
        this.start = start;
    }

    int start() {
        return start;
    }

    /** Starts a slice with a comma, as every element and member starts. */
    void add(String key) {
        slices.add(new Slice(key, out.position()));
        out.put(',');
    }

    /** Writes the slices again, sorted by their bytes. */
    void sort(boolean merge) {
        byte[] written = takeBack();
        slices.sort((a, b) -> Arrays.compareUnsigned(written, a.from, a.to, written, b.from, b.to));
        Slice previous = null;
        for (Slice slice : slices) {
            if (!merge
                    || previous == null
                    || !Arrays.equals(written, slice.from, slice.to, written, previous.from, previous.to)) {
                out.raw(written, slice.from, slice.to - slice.from);
            }
            previous = slice;
        }
    }

    /**
     * Writes the slices again, sorted by their keys' UTF-16 code units.
     *
     * @return false when two keys are equal, of which only the first is written then
     */
    boolean sortByKey() {
        byte[] written = takeBack();
        slices.sort(Comparator.comparing(Slice::key));
        String previous = null;
        for (Slice slice : slices) {
            if (slice.key.equals(previous)) {
                return false;
            }
            previous = slice.key;
            out.raw(written, slice.from, slice.to - slice.from);
        }
        return true;
    }

    /** A copy of what was written since the start, the slices measured against it. */
    private byte[] takeBack() {
        byte[] written = Arrays.copyOfRange(out.bytes(), start, out.position());
        int end = written.length;
        for (int i = slices.size() - 1; i >= 0; i--) {
            Slice slice = slices.get(i);
            slice.from -= start;
            slice.to = end;
            end = slice.from;
        }
        out.truncate(start);
        return written;
    }

    private static final class Slice {

        private final String key;

        private int from;

        private int to;

        private Slice(String key, int from) {
            this.key = key;
            this.from = from;
        }

        private String key() {
            return key;
        }
    }
}
