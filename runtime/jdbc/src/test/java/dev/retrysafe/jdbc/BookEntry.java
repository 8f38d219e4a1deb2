package dev.retrysafe.jdbc;

import dev.retrysafe.CallContext;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.engine.EngineBuilder;
import dev.retrysafe.engine.Invocation;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A tool as the processor would write it, whose effect is a row of the application's in the database of the records. */
final class BookEntry extends ToolMethod {

    private static final byte[] AMOUNT = CanonicalWriter.memberName("amount");

    /** The outcome of an entry that the books will never take. */
    static final class Closed extends Exception {

        private static final long serialVersionUID = 1L;

        Closed(@Nullable String message) {
            super(message);
        }
    }

    private BookEntry(UnaryOperator<ToolDefinition.Builder> more) {
        super(
                more.apply(ToolDefinition.builder("book_entry", "Books", "bookEntry"))
                        .build(),
                ResultType.of(String.class),
                String.class,
                int.class);
    }

    static final BookEntry TOOL =
            new BookEntry(tool -> tool.mutation(Mutation.LOCAL_TRANSACTION).replay(List.of(Closed.class)));

    /** The same tool in another version of the application. */
    static final BookEntry BEFORE_IT_WAS_LOCAL = new BookEntry(tool -> tool.mutation(Mutation.NON_IDEMPOTENT));

    static SideEffectEngine engine(EffectStore store, UnaryOperator<EngineBuilder> more) {
        return more.apply(SideEffectEngine.builder()
                        .store(store)
                        .lease(Duration.ofSeconds(30))
                        .waitAtMost(Duration.ofMinutes(1))
                        .commitBudget(Duration.ofMillis(500)))
                .build();
    }

    static String call(SideEffectEngine engine, String approval, int amount, Callable<String> body) throws Exception {
        return call(engine, TOOL, approval, amount, body);
    }

    static String call(SideEffectEngine engine, BookEntry tool, String approval, int amount, Callable<String> body)
            throws Exception {
        try (CallContext.Scope scope =
                CallContext.builder().tenant("acme").build().open()) {
            return (String) Objects.requireNonNull(engine.call(Invocation.direct(tool, body, approval, amount)));
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new AssertionError("neither an Exception nor an Error", t);
        }
    }

    /** The effect. No constraint of the table's keeps it from being there twice. */
    static String insert(Connection connection, String approval, int amount) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO entry (approval, amount) VALUES (?, ?)")) {
            statement.setString(1, approval);
            statement.setInt(2, amount);
            return "entries: " + statement.executeUpdate();
        }
    }

    @Override
    public void effect(CanonicalWriter w, @Nullable Object[] arguments) {
        int effect = w.beginObject();
        w.member(AMOUNT);
        w.integral((int) Objects.requireNonNull(arguments[1]));
        w.endObject(effect);
    }

    @Override
    public void key(KeyWriter k, @Nullable Object[] arguments) {
        k.tenant().context("tenant").separator().text("approval", (String) arguments[0]);
    }

    @Override
    public @Nullable Throwable rebuild(String type, @Nullable String message) {
        return type.equals(Closed.class.getName()) ? new Closed(message) : null;
    }
}
