import dev.retrysafe.annotation.SideEffect;
import org.springframework.scheduling.annotation.Async;

class Refunds {
    @Async
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    public void refund(String orderId, long cents) {}
//              ^ ERROR AsyncFireAndForget
}
