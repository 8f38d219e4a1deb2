import dev.retrysafe.annotation.SideEffect;

class Orders {
    private record Line(String sku, int count) {}

    record Order(String id, Line line) {}

    @SideEffect(key = "{ctx.tenant}:{order.id}", fingerprint = "*")
//                                                             ^ ERROR InvisibleType
    void place(Order order) {}
}
