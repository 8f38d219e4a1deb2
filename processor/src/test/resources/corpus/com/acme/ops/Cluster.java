package com.acme.ops;

import dev.retrysafe.annotation.SideEffect;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** DevOps: trees, sealed commands, results that are sealed too. */
public class Cluster {
    public record Service(String name, String image, int replicas, Map<String, String> environment, Probe probe) {}

    public record Probe(URI url, Duration period) {}

    public record Node(String name, List<Node> children) {}

    public sealed interface Command permits Scale, Restart, Drain {}

    public record Scale(int replicas) implements Command {}

    public record Restart(boolean rolling) implements Command {}

    public record Drain(Duration grace, Optional<String> into) implements Command {}

    public sealed interface Outcome permits Done, Refused {}

    public record Done(long revision) implements Outcome {}

    public record Refused(String why) implements Outcome {}

    @SideEffect(key = "{ctx.tenant}:{service.name}:{release}", fingerprint = {"*", "!service.environment"})
    public CompletableFuture<Outcome> deploy(String release, Service service) {
        return CompletableFuture.completedFuture(new Done(1));
    }

    @SideEffect(key = "{ctx.tenant}:{service}:{ctx.approval}", fingerprint = "*")
    public Outcome run(String service, Command command) {
        return new Refused("not now");
    }

    @SideEffect(key = "{ctx.tenant}:{ctx.operation}", fingerprint = "*", tool = "apply_tree")
    public List<Outcome> apply(Node root) {
        return List.of();
    }

    @SideEffect(key = "{ctx.tenant}:{revision}", fingerprint = "*")
    public Optional<Done> rollBack(AtomicLong revision) {
        return Optional.of(new Done(revision.get()));
    }

    @SideEffect(key = "{ctx.tenant}:{incident}:{ctx.actor}", fingerprint = {"*", "!comment"})
    public void acknowledge(String incident, String comment) {}

    @SideEffect(key = "{ctx.tenant}:{host}", fingerprint = "*", ttl = "PT36H")
    public void openPort(String host, int port, char protocol) {}

    @SideEffect(key = "{ctx.tenant}:{branch}:{commit}", fingerprint = "*")
    public String mergeBranch(String branch, String commit, boolean squash) {
        return commit;
    }

    public static class Secrets {
        @SideEffect(key = "{ctx.tenant}:{name}:{version}", fingerprint = {"*", "!value"}, storeResult = false)
        public String rotate(String name, int version, String value) {
            return value;
        }
    }
}
