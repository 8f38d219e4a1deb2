import dev.retrysafe.annotation.SideEffect;

class Tickets {
    @SideEffect(key = "{ctx.tenant}:{toolCallId}", fingerprint = {"*", "!toolCallId"})
//                    ^ ERROR VolatileKeyName
    void open(String toolCallId, String title) {}
}
