package dev.retrysafe.redis;

import dev.retrysafe.OneLine;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OpenQuery.Position;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists open records by their indexes, oldest first. The work for a page is bounded, whatever the filter: it looks at so
 * many records and no more, and may then be short of its limit.
 */
final class OpenList {

    private static final Logger log = LoggerFactory.getLogger(OpenList.class);

    /** How many records one page looks at. */
    private static final int MOST_LOOKED_AT = 2 * OpenQuery.MOST;

    private static final int RECORDS_A_BATCH = 250;

    /** How many names without a record one page takes out of the indexes. */
    private static final int MOST_TIDIED = 50;

    private final ScriptRunner scripts;
    private final Batches batches;
    private final OpenIndex index;

    OpenList(RedissonClient redisson, ScriptRunner scripts, Duration budget) {
        this.scripts = scripts;
        this.batches = new Batches(redisson, budget);
        this.index = new OpenIndex(batches);
    }

    OpenPage page(OpenQuery query) {
        OpenIndex.Names names = index.after(query.after(), query.limit());
        List<Position> positions = names.oldestFirst();
        if (positions.isEmpty()) {
            return page(List.of(), null);
        }
        List<RecordView> selected = new ArrayList<>();
        // Where they stand in the index, which is what the next page goes on from.
        List<Position> places = new ArrayList<>();
        List<RecordId> gone = new ArrayList<>();
        int looked = 0;
        int most = Math.min(positions.size(), MOST_LOOKED_AT);
        while (looked < most && selected.size() <= query.limit()) {
            int end = Math.min(most, looked + Math.min(RECORDS_A_BATCH, query.limit() + 1));
            List<Position> some = positions.subList(looked, end);
            List<byte[]> records = records(some);
            for (int i = 0; i < some.size(); i++) {
                RecordId id = some.get(i).id();
                Unpacker record = new Unpacker(records.get(i));
                // By the server's clock, by which a lease has lapsed or not.
                Instant now = Instant.ofEpochMilli(record.int48());
                if (record.remaining() == 0) {
                    gone.add(id);
                    continue;
                }
                RecordView view = view(id, record, now);
                if (view != null && query.selects(view)) {
                    selected.add(view);
                    places.add(some.get(i));
                }
            }
            looked = end;
        }
        tidy(gone);
        if (selected.size() > query.limit()) {
            return page(selected.subList(0, query.limit()), places.get(query.limit() - 1));
        }
        boolean all = names.complete() && looked == positions.size();
        return page(selected, all ? null : positions.get(looked - 1));
    }

    // NullAway reads no annotation of a nested type from a class file; the record's component is nullable.
    @SuppressWarnings("NullAway")
    private static OpenPage page(List<RecordView> records, @Nullable Position next) {
        return new OpenPage(records, next);
    }

    private List<byte[]> records(List<Position> positions) {
        return batches.ask(
                Question.PEEK,
                positions.stream()
                        .map(position -> RecordKeys.of(position.id()).record())
                        .toList());
    }

    /** Null for what is none of ours: who asks for it by its id is told so. */
    private static @Nullable RecordView view(RecordId id, Unpacker record, Instant now) {
        try {
            return RecordReader.whole(record).view(id, now);
        } catch (RuntimeException e) {
            log.warn(
                    "What lies at {} is listed as open and is no record of Retrysafe, or a damaged one; it is left out."
                            + " Find out what wrote it; give Retrysafe a database of its own",
                    RecordKeys.of(id).record());
            return null;
        }
    }

    private void tidy(List<RecordId> gone) {
        for (RecordId id : gone.subList(0, Math.min(gone.size(), MOST_TIDIED))) {
            RecordKeys keys = RecordKeys.of(id);
            try {
                byte[] unused = scripts.run(Script.TIDY, keys, (Object) keys.nameBytes());
            } catch (EffectStoreException e) {
                log.debug("The name of a lost record stays in its index: {}", OneLine.of(e.getMessage()));
                return;
            }
        }
    }
}
