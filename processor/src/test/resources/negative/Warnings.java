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

    @SideEffect(key = KEY, fingerprint = {"*", "!bean.shown"}, tool = "c2") // WARNING FieldWithoutGetter
    void hiddenBesideWhatIsTakenOut(String id, Bean bean) {}

    @SideEffect(key = KEY, fingerprint = {"*", "!bean.hidden2"}, tool = "c3") // WARNING FieldWithoutGetter
    void hiddenAndItsNeighbourTakenOut(String id, Bean bean) {}

    static class Above {
        public String note = "";
        private String title = "";

        public String getTitle() {
            return title;
        }
    }

    static class Below extends Above {
        private String note = "";

        public String getName() {
            return note;
        }
    }

    static class BelowGetter extends Above {
        private String title = "";

        public String getName() {
            return title;
        }
    }

    @SideEffect(
            key = KEY,
            fingerprint = {
                "id",
                "below" // WARNING FieldWithoutGetter
            },
            tool = "c4")
    void fieldBehindAnother(String id, Below below) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "c5") // WARNING FieldWithoutGetter
    void fieldBesideTheGettersOne(String id, BelowGetter below) {}

    record Silenced(
            @SuppressWarnings("retrysafe:FloatingPointAmount") double amount,
            @SuppressWarnings({"retrysafe:VolatileFingerprint", "retrysafe:SuspectKeyName"}) String requestId,
            @SuppressWarnings("retrysafe:UndecidedParameter") String note,
            String title) {}

    static class SilencedBean {
        @SuppressWarnings("retrysafe:FieldWithoutGetter")
        private String cache = "";

        @SuppressWarnings("retrysafe:VolatileFingerprint")
        public String getNonce() {
            return cache;
        }
    }

    @SideEffect(key = "{ctx.tenant}:{order.requestId}", fingerprint = "*", tool = "c6")
    void silencedOnMembers(
            @SuppressWarnings("retrysafe:VolatileFingerprint") String nonce, Silenced order, SilencedBean bean) {}

    @SideEffect(
            key = KEY,
            fingerprint = {"id", "order.amount", "order.title"}, // WARNING UndecidedParameter
            tool = "c7")
    void silencedForOneOfTwo(String id, Silenced order) {}

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
