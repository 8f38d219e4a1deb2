import dev.retrysafe.annotation.SideEffect;
import java.time.Instant;

class Reports {
    @SideEffect(key = "{ctx.tenant}:{day}", fingerprint = "*")
//                    ^ ERROR VolatileKeyType
    void publish(Instant day) {}
}
