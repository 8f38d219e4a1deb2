import dev.retrysafe.annotation.SideEffect;

class Orders {
    record Line(String sku, int count) {}

    record Order(String id, Line line) {}

    @SideEffect(key = "{ctx.tenant}:{order.id}", fingerprint = "*")
    void place(Order order) {}
}
