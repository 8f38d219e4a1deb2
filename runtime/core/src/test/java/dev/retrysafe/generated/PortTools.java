package dev.retrysafe.generated;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Annotated interfaces, generic ones too, and results of all kinds. */
interface PortTools {

    record Request(String id) {}

    record Ticket(@Nullable String id, @Nullable Owner owner) {}

    record Owner(OptionalLong number) {}

    interface Port<R extends Request> {
        @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*", tool = "send")
        void send(R request);
    }

    class Adapter implements Port<Request> {
        @Override
        public void send(Request request) {}
    }

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*", receipt = @Receipt(id = "id", url = "owner.number"))
    Ticket plain(String id);

    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = "*",
            receipt = @Receipt(id = "id", url = "owner.number"),
            storeResult = false)
    CompletableFuture<Optional<Ticket>> later(String id);

    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = "*",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(resendWithin = "forever"))
    Map<String, List<Ticket[]>> nested(long id);

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    int number(String id);

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    void nothing(String id);
}
