package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.tool.ToolMethod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls that are part of one attempt, each with the one entry that it has into its method. */
final class Entries {

    private final Operation operation;

    private final Invocation first;

    private final Map<Place, MethodEntry> let = new HashMap<>();

    private volatile @Nullable SideEffectRejectedException second;

    Entries(Operation operation, Invocation first) {
        this.operation = operation;
        this.first = first;
        let.put(Place.of(first), new MethodEntry(this));
    }

    /** An object's method, as one skin advises it. */
    private record Place(@Nullable Object target, Object joinPoint) {

        static Place of(Invocation call) {
            return new Place(call.target(), call.joinPoint());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place place && target == place.target && joinPoint.equals(place.joinPoint);
        }

        @Override
        public int hashCode() {
            return joinPoint.hashCode();
        }
    }

    /**
     * Lets a call in that is a part of this attempt: this very call, seen by another skin or reached through {@code super};
     * or the same operation of another object, which the running one decorates.
     *
     * @param call of a tool of the same name
     * @return the entry by which it proceeds; null when it is a call of its own
     * @throws SideEffectRejectedException when it had been let in, and has left
     */
    @Nullable
    MethodEntry join(Invocation call) {
        if (isSuperCall(call)) {
            // The method's own code calls it, as often as it likes.
            return let(call);
        }
        if (!(isSeenAgain(call) || isDecorated(call))) {
            return null;
        }
        synchronized (this) {
            MethodEntry before = let.get(Place.of(call));
            if (before == null) {
                return let(call);
            }
            if (before.isLeft()) {
                throw refuseAnother();
            }
            return null;
        }
    }

    private synchronized MethodEntry let(Invocation call) {
        MethodEntry entry = new MethodEntry(this);
        let.put(Place.of(call), entry);
        return entry;
    }

    @Nullable
    synchronized MethodEntry of(Invocation call) {
        return let.get(Place.of(call));
    }

    private synchronized boolean isSuperCall(Invocation call) {
        for (Place place : let.keySet()) {
            if (place.target() == call.target() && call.isOverriddenBy(place.joinPoint())) {
                return true;
            }
        }
        return false;
    }

    private boolean isSeenAgain(Invocation call) {
        return call.target() == first.target() && same(call.arguments(), first.arguments());
    }

    /** A direct call is no object's, so there is nothing that another one could decorate. */
    private boolean isDecorated(Invocation call) {
        if (call.target() == null || call.target() == first.target() || call.target() instanceof ToolMethod) {
            return false;
        }
        try {
            return operation.isOf(call, CallContext.current());
        } catch (RuntimeException | StackOverflowError e) {
            // Refused as a call of its own, in the words for that.
            return false;
        }
    }

    /** Refuses to enter a method again, so that this attempt ends in doubt. */
    SideEffectRejectedException refuseAnother() {
        SideEffectRejectedException refusal = EntryRefusals.secondEntry(operation);
        second = refusal;
        return refusal;
    }

    /** The refusal of a second entry, whatever became of it; null when there was none. */
    @Nullable
    SideEffectRejectedException second() {
        return second;
    }

    private static boolean same(@Nullable Object[] a, @Nullable Object[] b) {
        if (a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (!identical(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    /** Primitives reach each skin in a box of their own. */
    private static boolean identical(@Nullable Object a, @Nullable Object b) {
        boolean sameBox = (a instanceof Number || a instanceof Boolean || a instanceof Character) && a.equals(b);
        return sameBox || a == b;
    }
}
