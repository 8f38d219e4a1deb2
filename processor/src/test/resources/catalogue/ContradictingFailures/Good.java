import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.SideEffect;

class Payments {
    static class CardDeclined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public CardDeclined(String message) {
            super(message);
        }
    }

    @SideEffect(
            key = "{ctx.tenant}:{orderId}",
            fingerprint = "*",
            failures = @Failures(replay = CardDeclined.class))
    void charge(String orderId, long cents) {}
}
