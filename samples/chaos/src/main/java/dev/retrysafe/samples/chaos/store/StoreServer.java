package dev.retrysafe.samples.chaos.store;

import dev.retrysafe.samples.chaos.check.StoredRecord;
import dev.retrysafe.samples.chaos.plan.Fault;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A real server, and what can be done to it. */
public interface StoreServer extends AutoCloseable {

    /**
     * Where workers find it.
     *
     * @return an address as workers read it
     */
    String address();

    /**
     * What may happen to it.
     *
     * @return the kinds of fault
     */
    List<Fault.Kind> faults();

    /**
     * A fault begins.
     *
     * @param kind one of {@link #faults()}
     * @throws IOException when it cannot be brought about
     */
    void begin(Fault.Kind kind) throws IOException;

    /**
     * The fault that began ends: the server serves again.
     *
     * @param kind as it began
     * @throws IOException when it does not come back
     */
    void end(Fault.Kind kind) throws IOException;

    /**
     * Waits for as long as a record takes that is written now, past the library.
     *
     * @throws IOException when it does not answer
     */
    void touch() throws IOException;

    /**
     * Reads what it holds, past the library.
     *
     * @return by the hash of the operation, in hex
     * @throws IOException when it cannot be read
     */
    Map<String, StoredRecord> records() throws IOException;

    @Override
    void close() throws IOException;
}
