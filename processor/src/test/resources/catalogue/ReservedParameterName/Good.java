import dev.retrysafe.annotation.SideEffect;

class Deployments {
    @SideEffect(key = "{ctx.tenant}:{release}", fingerprint = "*")
    void deploy(String release, String cluster) {}
}
