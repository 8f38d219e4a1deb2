import dev.retrysafe.annotation.SideEffect;
import java.util.concurrent.CompletableFuture;
import org.springframework.scheduling.annotation.Async;

class Refunds {
    @Async
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    public CompletableFuture<String> refund(String orderId, long cents) {
        return CompletableFuture.completedFuture(orderId);
    }
}
