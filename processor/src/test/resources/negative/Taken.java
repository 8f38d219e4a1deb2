import dev.retrysafe.annotation.SideEffect;

class Taken { // ERROR GeneratedNameClash
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    void charge(String id) {}
}

class Taken_SideEffects {}
