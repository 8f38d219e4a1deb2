import dev.retrysafe.annotation.SideEffect;

class Payments {
    sealed interface Method permits Card, Transfer {}

    record Card(String token, String label) implements Method {}

    record Transfer(String iban) implements Method {}

    @SideEffect(
            key = "{ctx.tenant}:{orderId}",
            fingerprint = "*")
    void pay(String orderId, Method method) {}
}
