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

    /**
     * What a tool answers.
     *
     * @param text the page
     */
    public record Page(String text) {}

    /**
     * Has its effect at once.
     *
     * @param decision names it
     * @return a short page
     */
    @SideEffect(key = "{ctx.tenant}:{decision}", fingerprint = "*")
    public Page quick(String decision) {
        return new Page("done");
    }

    /**
     * Has its effect when its time is over.
     *
     * @param decision names it
     * @return a page of the length that was asked for
     */
    @SideEffect(key = "{ctx.tenant}:{decision}", fingerprint = "*")
    public Page slow(String decision) {
        entered.run();
        try {
            TimeUnit.MILLISECONDS.sleep(heldMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Page("x".repeat(resultBytes));
    }
}
