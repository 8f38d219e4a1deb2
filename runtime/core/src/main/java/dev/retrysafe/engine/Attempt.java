package dev.retrysafe.engine;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an operation, from its claim to its end: the claim it holds, how long it may send by its own clocks, and
 * what code inside the method asks. The lease is counted from before the command that won it was sent, so the owner's
 * reckoning always ends before the store's.
 */
final class Attempt implements RunningTool {

    private final Operation operation;

    private final Claim claim;

    private final EngineClock clock;

    private final Invocation invocation;

    private final Set<Object> joinPoints = new HashSet<>();

    private volatile Deadline sendDeadline;

    private volatile boolean ended;

    private boolean requestKeyTaken;

    Attempt(Operation operation, Claim claim, Invocation invocation, EngineClock clock, Deadline sendDeadline) {
        this.operation = operation;
        this.claim = claim;
        this.invocation = invocation;
        this.clock = clock;
        this.sendDeadline = sendDeadline;
        joinPoints.add(invocation.joinPoint());
    }

    /** The end of a lease by both clocks; whichever says first that it has passed is believed. */
    record Deadline(long nanoTime, Instant wallTime) {

        static Deadline after(EngineClock clock, Duration lease) {
            return new Deadline(
                    clock.nanoTime() + lease.toNanos(), clock.wallTime().plus(lease));
        }

        boolean passed(EngineClock clock) {
            return clock.nanoTime() - nanoTime >= 0 || !clock.wallTime().isBefore(wallTime);
        }
    }

    Operation operation() {
        return operation;
    }

    Claim claim() {
        return claim;
    }

    ClaimRequest request() {
        return claim.request();
    }

    void prolong(Deadline deadline) {
        sendDeadline = deadline;
    }

    /** The method is done: from here on the record changes by this attempt's own hand. */
    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    boolean maySend() {
        return !sendDeadline.passed(clock);
    }

    /** Whether a call with the same key is this very call, seen by another skin or reached through {@code super}. */
    synchronized boolean joins(Invocation call) {
        return call.target() == invocation.target()
                && (call.isOverriddenBy(invocation.joinPoint())
                        || (same(call.arguments(), invocation.arguments()) && joinPoints.add(call.joinPoint())));
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

    @Override
    public String tool() {
        return operation.tool().tool();
    }

    @Override
    public String key() {
        return operation.key();
    }

    @Override
    public DownstreamKey downstreamKey() {
        return derive(null);
    }

    @Override
    public DownstreamKey downstreamKey(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a further remote call must not be blank");
        }
        return derive(name);
    }

    private DownstreamKey derive(@Nullable String name) {
        OperationId id = operation.id();
        return DownstreamKey.derive(id.namespace(), id.tool(), id.key(), name);
    }

    @Override
    public synchronized DownstreamKey keyForRequest(String method, String hostAndPath) {
        if (!requestKeyTaken) {
            requestKeyTaken = true;
            return downstreamKey();
        }
        return downstreamKey(method + " " + hostAndPath);
    }

    @Override
    public void sending() {
        if (!maySend()) {
            throw new SendDeadlineException("not sent: the lease of " + key()
                    + " has passed without renewal, so others may be settling this operation already. Nothing of this"
                    + " request left the process.");
        }
    }
}
