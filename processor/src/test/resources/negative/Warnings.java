import dev.retrysafe.annotation.SideEffect;

class Warnings {
    static final String KEY = "{ctx.tenant}:{id}";

    record Payment(double amount, String nonce, java.time.Instant createdAt, java.time.Instant dueAt) {}

    static class Bean {
        public String shown = "";
        private String hidden = "";
        private transient String cache = "";

        public String getHidden2() {
            return hidden;
        }
    }

    @SideEffect(
            key = KEY,
            fingerprint = {
                "id",
                "payment" // WARNING FloatingPointAmount, WARNING VolatileFingerprint, WARNING VolatileFingerprint
            },
            tool = "a")
    void payment(String id, Payment payment) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "b") // WARNING VolatileFingerprint
    void parameter(String id, long timestamp) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "c") // WARNING FieldWithoutGetter
    void hidden(String id, Bean bean) {}

    @SuppressWarnings("retrysafe:VolatileFingerprint")
    @SideEffect(key = KEY, fingerprint = "*", tool = "d")
    void silencedOnMethod(String id, long timestamp) {}

    @SuppressWarnings({"retrysafe:VolatileFingerprint", "retrysafe:VolatileKeyName", "retrysafe:CoarseOperation"})
    static class SilencedOnType {
        @SideEffect(key = "{ctx.tenant}:{nonce}", fingerprint = "*", tool = "e")
        void silenced(String nonce) {}

        @SideEffect(key = "{ctx.tenant}:{ctx.conversation}", fingerprint = "*", tool = "f")
        void coarse(String id) {}
    }

    @SuppressWarnings("retrysafe:MissingTenantScope")
    @SideEffect(key = "{id}", fingerprint = "*", tool = "g") // ERROR MissingTenantScope
    void errorsStay(String id) {}
}
