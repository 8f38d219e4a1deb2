package com.acme.ops;

import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.scheduling.annotation.Async;

/** Beans that call each other's tools, work in the background, generic bases. */
public class Jobs {
    public abstract static class Step<I, O> {
        public abstract O execute(I input);
    }

    public record Export(String id, List<String> columns) {}

    public record Import(String id, String source) {}

    public static class ExportStep extends Step<Export, String> {
        @Override
        @SideEffect(key = "{ctx.tenant}:{input.id}", fingerprint = "*", tool = "export")
        public String execute(Export input) {
            return input.id();
        }
    }

    public static class ImportStep extends Step<Import, Long> {
        @Override
        @SideEffect(key = "{ctx.tenant}:{input.id}", fingerprint = "*", tool = "import")
        public Long execute(Import input) {
            return 1L;
        }
    }

    @Async
    @SideEffect(key = "{ctx.tenant}:{job}", fingerprint = "*")
    public CompletableFuture<String> start(String job) {
        return CompletableFuture.completedFuture(job);
    }

    @SideEffect(key = "{ctx.tenant}:{job}:stop", fingerprint = "*")
    public void stop(String job) {}

    public static class Scheduler {
        private final Supplier<Jobs> jobs;

        public Scheduler(Supplier<Jobs> jobs) {
            this.jobs = jobs;
        }

        public void stopAll(List<String> names) {
            names.forEach(name -> jobs.get().stop(name));
        }

        @SideEffect(key = "{ctx.tenant}:{plan}:{ctx.operation}", fingerprint = "*")
        public List<String> schedule(String plan, List<String> names) {
            return names;
        }

        @SideEffect(key = "{ctx.tenant}:{plan}", fingerprint = "*")
        public void pause(String plan, long... seconds) {}
    }
}
