package dev.retrysafe.redis;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Turns what a script answered into a value of the SPI. The first byte of an answer says what the rest is. */
final class Replies {

    private Replies() {}

    static ClaimReply toClaim(Script script, RecordKeys keys, byte[] answer) {
        Unpacker in = new Unpacker(answer);
        return read(script, keys, in, code -> switch (code) {
            case 'c' -> new ClaimReply.Claimed(in.int64(), false, resendLeft(in));
            case 't' -> new ClaimReply.Claimed(in.int64(), true, resendLeft(in));
            case 'd' -> new ClaimReply.Committed(RecordReader.whole(in).outcome());
            case 'x' -> RecordReader.withoutResult(in).conflict();
            case 'p' -> new ClaimReply.InProgress(in.int64(), Duration.ofMillis(in.int48()));
            case 'i' -> {
                Instant now = Instant.ofEpochMilli(in.int48());
                yield RecordReader.whole(in).inDoubt(now);
            }
            case 'r' -> new ClaimReply.Released();
            case 'u' -> new ClaimReply.Untimely(Instant.ofEpochMilli(in.int48()));
            default -> throw unexpected(code);
        });
    }

    private static @Nullable Duration resendLeft(Unpacker in) {
        return in.remaining() == 0 ? null : Duration.ofMillis(in.int48());
    }

    static WriteReply toWrite(Script script, RecordKeys keys, byte[] answer) {
        Unpacker in = new Unpacker(answer);
        return read(script, keys, in, code -> switch (code) {
            case 'k' -> new WriteReply.Done(false);
            case 'h' -> new WriteReply.Done(true);
            case 'n' -> {
                RecordState state = RecordReader.stateOf(in.octet());
                yield new WriteReply.Refused(state, in.int64());
            }
            default -> throw unexpected(code);
        });
    }

    static CommitReply toCommit(Script script, RecordKeys keys, NewOutcome outcome, byte[] answer) {
        Unpacker in = new Unpacker(answer);
        return read(script, keys, in, code -> switch (code) {
            case 's' -> {
                int flags = in.octet();
                StoredOutcome stored = new StoredOutcome(
                        outcome.failed(),
                        outcome.remoteSystem(),
                        outcome.remoteId(),
                        outcome.remoteUrl(),
                        outcome.result(),
                        Instant.ofEpochMilli(in.int48()),
                        Instant.ofEpochMilli(in.int48()));
                yield new CommitReply.Stored(stored, RecordReader.isLate(flags), RecordReader.isLost(flags));
            }
            case 'd' -> {
                RecordReader record = RecordReader.whole(in);
                yield new CommitReply.Stored(record.outcome(), record.late(), record.lost());
            }
            case 'a' -> {
                boolean differs = in.octet() == '1';
                yield new CommitReply.AlreadyCommitted(RecordReader.whole(in).outcome(), differs);
            }
            case 'n' -> {
                RecordState state = RecordReader.stateOf(in.octet());
                yield new CommitReply.Refused(state, in.int64());
            }
            default -> throw unexpected(code);
        });
    }

    /** The record shown, null when there is none. */
    static @Nullable RecordView toView(Script script, RecordId id, byte[] answer) {
        Unpacker in = new Unpacker(answer);
        return read(script, RecordKeys.of(id), in, code -> switch (code) {
            case 'o' -> view(id, in);
            case 'r' -> null;
            default -> throw unexpected(code);
        });
    }

    static ResolveReply toResolve(Script script, RecordId id, byte[] answer) {
        Unpacker in = new Unpacker(answer);
        return read(script, RecordKeys.of(id), in, code -> switch (code) {
            case 'o' -> new ResolveReply.Resolved(view(id, in));
            case 's' -> new ResolveReply.Stale(view(id, in));
            case 'u' -> new ResolveReply.IdReused(view(id, in));
            case 'r' -> new ResolveReply.Unknown();
            default -> throw unexpected(code);
        });
    }

    private static RecordView view(RecordId id, Unpacker in) {
        Instant now = Instant.ofEpochMilli(in.int48());
        return RecordReader.withoutResult(in).view(id, now);
    }

    private static <R extends @Nullable Object> R read(
            Script script, RecordKeys keys, Unpacker in, IntFunction<R> reader) {
        try {
            int code = in.octet();
            if (code == '!') {
                throw foreign(script, keys, null);
            }
            if (code == '?') {
                throw new EffectStoreException(
                        Reason.UNKNOWN_FORMAT,
                        "The record " + keys.record() + " has format " + in.octet() + ", which this version does not"
                                + " know (" + script.command()
                                + "); nothing was changed. Run the version that wrote it,"
                                + " or a newer one.",
                        null);
            }
            return reader.apply(code);
        } catch (EffectStoreException e) {
            throw e;
        } catch (RuntimeException e) {
            throw foreign(script, keys, e);
        }
    }

    private static EffectStoreException foreign(Script script, RecordKeys keys, @Nullable RuntimeException cause) {
        return new EffectStoreException(
                Reason.FOREIGN_RECORD,
                "What lies at " + keys.record() + " is no record of Retrysafe, or a damaged one (" + script.command()
                        + "); nothing was changed. Find out what wrote it; give Retrysafe a database of its own.",
                cause);
    }

    private static IllegalArgumentException unexpected(int code) {
        return new IllegalArgumentException("unexpected answer " + code);
    }
}
