import dev.retrysafe.annotation.SideEffect;
import java.util.List;

class RecursiveType {
    record Step(String name, Runnable done, List<Step> next) {}

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    void run(String id, Step step) {}

    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = {"*", "!step.done"})
    void goOn(String id, Step step) {}

    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = {"*", "!step.done", "!step.next"})
    void stop(String id, Step step) {}
}
