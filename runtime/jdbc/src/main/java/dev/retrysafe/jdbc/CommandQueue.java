package dev.retrysafe.jdbc;

import dev.retrysafe.store.OperationId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which command gets a connection next. What ends or renews an attempt goes before what asks, and some connections are kept
 * for it. Of one lane's commands about one operation one runs at a time: the others wait behind it without a connection,
 * and when it has run, its operation goes to the end of the queue. So callers of one key, however many, do not hold up the
 * callers of others.
 */
final class CommandQueue {

    /** What a command is for. */
    enum Lane {
        /** Ends or renews an attempt, or settles it. */
        ENDING,
        /** Claims, looks, lists, purges: it can wait. */
        ASKING
    }

    private static final int RESERVED_OF = 4;

    private final int connections;
    private final Line ending = new Line();
    private final Line asking = new Line();
    private boolean closed;

    CommandQueue(int connections) {
        this.connections = connections;
    }

    /** Queues a command, if the queue is not closed. */
    synchronized boolean add(Command<?> command) {
        if (!closed) {
            line(command).add(command);
        }
        return !closed;
    }

    /** The next command, which counts as running from here on; null where none may run now. */
    synchronized @Nullable Command<?> next() {
        int running = ending.running + asking.running;
        if (running >= connections) {
            return null;
        }
        Command<?> next = ending.start();
        return next != null || asking.running >= mostAsking() ? next : asking.start();
    }

    /** The only connection is everybody's; of two or more at least one is not for asking. */
    private int mostAsking() {
        return connections == 1 ? 1 : connections - Math.max(1, connections / RESERVED_OF);
    }

    /** A command ran, and is to run again when its turn comes. */
    synchronized void again(Command<?> command) {
        line(command).running--;
        line(command).ready.add(command);
    }

    /** A command ran. */
    synchronized void over(Command<?> command) {
        line(command).running--;
        line(command).promote(command);
    }

    /** Nobody waits for a command any more: it would keep its arguments in memory until its turn came. */
    synchronized void remove(Command<?> command) {
        line(command).remove(command);
    }

    /** Nothing new is queued. */
    synchronized void close() {
        closed = true;
    }

    synchronized boolean drained() {
        return closed && ending.idle() && asking.idle();
    }

    private Line line(Command<?> command) {
        return command.lane() == Lane.ENDING ? ending : asking;
    }

    private static final class Line {

        private final Set<Command<?>> ready = new LinkedHashSet<>();

        /** By the operation of which a command is ready or running: those behind it. */
        private final Map<OperationId, Deque<Command<?>>> behind = new HashMap<>();

        private int running;

        void add(Command<?> command) {
            OperationId operation = command.operation();
            Deque<Command<?>> waiting = operation == null ? null : behind.get(operation);
            if (waiting != null) {
                waiting.add(command);
                return;
            }
            ready.add(command);
            if (operation != null) {
                behind.put(operation, new ArrayDeque<>());
            }
        }

        @Nullable
        Command<?> start() {
            Iterator<Command<?>> first = ready.iterator();
            if (!first.hasNext()) {
                return null;
            }
            Command<?> command = first.next();
            first.remove();
            running++;
            return command;
        }

        void promote(Command<?> gone) {
            OperationId operation = gone.operation();
            Deque<Command<?>> waiting = operation == null ? null : behind.get(operation);
            if (operation == null || waiting == null) {
                return;
            }
            Command<?> next = waiting.poll();
            if (next == null) {
                behind.remove(operation);
            } else {
                ready.add(next);
            }
        }

        void remove(Command<?> command) {
            if (ready.remove(command)) {
                promote(command);
                return;
            }
            Deque<Command<?>> waiting = command.operation() == null ? null : behind.get(command.operation());
            if (waiting != null) {
                boolean unused = waiting.remove(command);
            }
        }

        boolean idle() {
            return running == 0 && ready.isEmpty();
        }
    }
}
