package dev.retrysafe.samples.chaos.hotkey;

import dev.retrysafe.annotation.SideEffect;
import java.util.concurrent.TimeUnit;

/** The tools: a quick one, and one whose effect takes long. */
public class HotTools {

    private final int resultBytes;

    private final long heldMillis;

    private final Runnable entered;

    /**
     * Makes them.
     *
     * @param resultBytes the length of the slow tool's result
     * @param heldMillis how long its effect takes
     * @param entered run when its effect begins
     */
    HotTools(int resultBytes, long heldMillis, Runnable entered) {
        this.resultBytes = resultBytes;
        this.heldMillis = heldMillis;
        this.entered = entered;
    }

    /** What a tool answers. */
    public record Page(String text) {}

    @SideEffect(key = "{ctx.tenant}:{decision}", fingerprint = "*")
    Page quick(String decision) {
        return new Page("done");
    }

    @SideEffect(key = "{ctx.tenant}:{decision}", fingerprint = "*")
    Page slow(String decision) {
        entered.run();
        try {
            TimeUnit.MILLISECONDS.sleep(heldMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Page("x".repeat(resultBytes));
    }
}
