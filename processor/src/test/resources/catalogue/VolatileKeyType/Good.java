import dev.retrysafe.annotation.SideEffect;
import java.time.LocalDate;

class Reports {
    @SideEffect(key = "{ctx.tenant}:{day}", fingerprint = "*")
    void publish(LocalDate day) {}
}
