import dev.retrysafe.annotation.SideEffect;

class Shipping {
    record Parcel(String id, int grams) {}

    @SideEffect(key = "{ctx.tenant}:{parcel}", fingerprint = "*")
//                    ^ ERROR UnsupportedKeyType
    void ship(Parcel parcel) {}
}
