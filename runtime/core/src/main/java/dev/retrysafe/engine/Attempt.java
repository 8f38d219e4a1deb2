package dev.retrysafe.engine;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.operations.TakenKeys;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an operation, from its claim to its end: the claim it holds, how long it may send by its own clocks, and
 * what code inside the method asks. The lease is counted from before the command that won it was sent, so the owner's
 * reckoning always ends before the store's.
 */
final class Attempt implements RunningTool {

    private final Operation operation;

    private final Claim claim;

    private final boolean takeover;

    /** From here on an idempotent effect must not be sent again, however long its lease. */
    private final @Nullable Deadline resendLimit;

    private final EngineClock clock;

    private final Entries entries;

    private final Witness witness = new Witness();

    /** What this attempt is to the tool inside whose method it runs: one of its requests. */
    private @Nullable Sent nested;

    private @Nullable RunningTool outer;

    private volatile Deadline sendDeadline;

    private volatile boolean ended;

    private volatile boolean keyUsed;

    private final KeysTaken keysTaken = new KeysTaken();

    private boolean requestKeyTaken;

    /**
     * An attempt that is about to enter its method.
     *
     * @param won what the store's answer grants
     * @param asked when the command that won it was sent, at the latest
     */
    Attempt(
            Operation operation,
            ClaimRequest request,
            Step.Execute won,
            Invocation invocation,
            EngineClock clock,
            Deadline asked) {
        this.operation = operation;
        this.claim = new Claim(request, won.fence());
        this.takeover = won.takeover();
        this.clock = clock;
        Duration resendLeft = won.resendLeft();
        this.resendLimit = resendLeft == null ? null : asked.plus(resendLeft);
        this.sendDeadline = limited(asked.plus(request.lease()));
        this.entries = new Entries(operation, invocation);
    }

    private Deadline limited(Deadline lease) {
        return resendLimit == null ? lease : lease.earlier(resendLimit);
    }

    /** A time by both clocks; whichever says first that it has passed is believed. */
    record Deadline(long nanoTime, Instant wallTime) {

        /** Nanoseconds are counted in a long: further away is no deadline for a process. */
        private static final Duration LONGEST = Duration.ofDays(36_500);

        static Deadline now(EngineClock clock) {
            return new Deadline(clock.nanoTime(), clock.wallTime());
        }

        static Deadline after(EngineClock clock, Duration time) {
            return now(clock).plus(time);
        }

        Deadline plus(Duration time) {
            Duration bounded = time.compareTo(LONGEST) < 0 ? time : LONGEST;
            return new Deadline(nanoTime + bounded.toNanos(), wallTime.plus(bounded));
        }

        Deadline earlier(Deadline other) {
            return new Deadline(
                    nanoTime - other.nanoTime < 0 ? nanoTime : other.nanoTime,
                    wallTime.isBefore(other.wallTime) ? wallTime : other.wallTime);
        }

        boolean passed(EngineClock clock) {
            return elapsed(clock) || !clock.wallTime().isBefore(wallTime);
        }

        /** By the monotonic clock alone, as a duration is measured: a wall clock that is set adds nothing to it. */
        boolean elapsed(EngineClock clock) {
            return clock.nanoTime() - nanoTime >= 0;
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

    void prolong(Deadline lease) {
        sendDeadline = limited(lease);
    }

    /** Somebody else may be let in from here on, however much of the lease seems to be left. */
    void lost() {
        sendDeadline = Deadline.now(clock);
    }

    /** Whether an earlier attempt may still have had its effect. */
    boolean isTakeover() {
        return takeover;
    }

    /** Whether the method has read its key, or sent it. */
    boolean keyUsed() {
        return keyUsed;
    }

    /** The method is done: from here on the record changes by this attempt's own hand. */
    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /**
     * It runs inside another tool's method, whose effect then has this one's in it.
     *
     * @param outer the other tool
     * @throws SendDeadlineException when the other tool's attempt has ended already
     */
    void runsIn(RunningTool outer) {
        this.outer = outer;
        nested = outer.nests();
    }

    /**
     * Whether it runs inside a method of this operation, or is one, on whatever threads: that one cannot end before this
     * one does.
     */
    boolean isWithin(OperationId id) {
        Attempt within = this;
        while (!within.operation.id().equals(id) || within.ended) {
            if (!(within.outer instanceof Attempt next)) {
                return false;
            }
            within = next;
        }
        return true;
    }

    /** It is proved that this attempt had no effect. */
    void hadNoEffect() {
        if (nested != null && !takeover) {
            nested.refused();
        }
    }

    /** What this attempt did has its receipt, or was rolled back. */
    void isSettled() {
        if (nested != null) {
            nested.settled();
        }
    }

    /** Whether the effect of a tool inside its method may be there, with nobody knowing. */
    boolean leavesNestedDoubt() {
        return witness.leavesNestedDoubt();
    }

    /**
     * From here on nothing of this attempt is sent.
     *
     * @return whether its requests show that nothing happened
     */
    boolean sendsNoMore() {
        return witness.endWithoutEffect();
    }

    boolean maySend() {
        return !sendDeadline.passed(clock);
    }

    /** The calls that are part of this attempt. */
    Entries entries() {
        return entries;
    }

    @Override
    public String tool() {
        return operation.tool().tool();
    }

    @Override
    public String key() {
        keyUsed = true;
        return operation.key();
    }

    @Override
    public boolean hasKey(String key) {
        return operation.key().equals(key);
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
        keyUsed = true;
        DownstreamKey key = operation.downstreamKey(name);
        keysTaken.add(name, key);
        return key;
    }

    /** The keys that were taken so far. */
    TakenKeys keysTaken() {
        return keysTaken.told();
    }

    @Override
    public synchronized DownstreamKey keyForRequest(String method, String hostAndPath) {
        if (!requestKeyTaken) {
            requestKeyTaken = true;
            return downstreamKey();
        }
        String request = method + " " + hostAndPath;
        if (operation.tool().mutation() == Mutation.IDEMPOTENT) {
            throw Answers.unnamedRequest(operation, request);
        }
        return downstreamKey(request);
    }

    @Override
    public void sending() {
        Sent unused = announce(true);
    }

    @Override
    public Sent announce(boolean mayAct) {
        if (mayAct) {
            checkDeadline();
        }
        return witness.sent(mayAct, operation.key());
    }

    @Override
    public Sent nests() {
        return witness.nests(operation.key());
    }

    private void checkDeadline() {
        if (resendLimit != null && resendLimit.passed(clock)) {
            throw new SendDeadlineException("not sent: the time within which " + operation.key()
                    + " may be sent again has passed, so the remote side may have forgotten its key. Nothing of this"
                    + " request left the process.");
        }
        if (!maySend()) {
            throw new SendDeadlineException("not sent: the lease of " + operation.key()
                    + " has passed without renewal, so others may be settling this operation already. Nothing of this"
                    + " request left the process.");
        }
    }
}
